/**
 * The races inside what the executors and the adapters share, one jcstress case each, in the
 * package that they test. {@link io.loomwheel.stress} says what a case is.
 *
 * <p>Entered by jcstress, with two threads at once.
 */
@NullMarked
package io.loomwheel.schedulers.internal;

import org.jspecify.annotations.NullMarked;
