/**
 * The races inside the relay, one jcstress case each, in the package that they test. {@link
 * io.loomwheel.stress} says what a case is.
 *
 * <p>Entered by jcstress, with two threads at once; the relay's own threads are {@code
 * StartedWorkers}, which run when a case says so.
 */
@NullMarked
package io.loomwheel.internal.dispatch;

import org.jspecify.annotations.NullMarked;
