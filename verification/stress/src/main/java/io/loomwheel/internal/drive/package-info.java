/**
 * The races inside shards, their inboxes and the driver, one jcstress case each, in the package
 * that they test. {@link io.loomwheel.stress} says what a case is.
 *
 * <p>Entered by jcstress, with two threads at once; a {@code Rig} has the engine that they race on.
 */
@NullMarked
package io.loomwheel.internal.drive;

import org.jspecify.annotations.NullMarked;
