/**
 * The races inside the executors, one jcstress case each, in the package that they test. {@link
 * io.loomwheel.stress} says what a case is.
 *
 * <p>Entered by jcstress, with two threads at once.
 */
@NullMarked
package io.loomwheel.loom;

import org.jspecify.annotations.NullMarked;
