/**
 * The public API: {@link io.loomwheel.WheelTimer} and the types around it.
 *
 * <p>Any thread may enter. Durations, or a {@code long} with its unit, are turned into nanoseconds
 * here once, saturating. Calls the shards to arm and dispatch to run tasks.
 *
 * <p>In all of Loomwheel, a null that isn't allowed causes a {@link NullPointerException} that
 * names the parameter. Any other bad value causes an {@link IllegalArgumentException} with value
 * and rule.
 */
@NullMarked
package io.loomwheel;

import org.jspecify.annotations.NullMarked;
