/**
 * The front door: {@link io.loomwheel.WheelTimer} and the shapes around it.
 *
 * <p>Any thread may enter. Durations, or a {@code long} with its unit, are turned into nanoseconds
 * here once, saturating. Leaves towards the shards to arm, and towards dispatch to run.
 *
 * <p>Here and in all of Loomwheel, a null that isn't allowed is a {@link NullPointerException} that
 * names the parameter; another bad value an {@link IllegalArgumentException} with value and rule.
 */
@NullMarked
package io.loomwheel;

import org.jspecify.annotations.NullMarked;
