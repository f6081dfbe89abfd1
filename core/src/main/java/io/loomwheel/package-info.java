/**
 * The front door: {@link io.loomwheel.WheelTimer} and the shapes around it.
 *
 * <p>Any thread may enter. Durations, or a {@code long} with its unit, are turned into nanoseconds
 * here once, saturating. Leaves towards the shards to arm, and towards dispatch to run.
 */
@NullMarked
package io.loomwheel;

import org.jspecify.annotations.NullMarked;
