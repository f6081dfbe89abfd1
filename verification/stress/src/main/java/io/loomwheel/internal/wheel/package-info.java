/**
 * The races on the place of a node in the wheel, one jcstress case each, in the package that they
 * test. {@link io.loomwheel.stress} says what a case is.
 *
 * <p>Entered by jcstress, with two threads at once. One of them does what needs the lock of a
 * shard; so there is no lock.
 */
@NullMarked
package io.loomwheel.internal.wheel;

import org.jspecify.annotations.NullMarked;
