/**
 * Orders timers by deadline: the wheel, its slots, and the one object of a timer.
 *
 * <p>Guarded by the shard's lock, except for what {@link WheelNode} allows any thread. There are no
 * threads and no clocks here; time is a tick number that the caller passes in. Expired nodes leave
 * through {@link io.loomwheel.internal.wheel.ExpiredBuffer}.
 */
@NullMarked
package io.loomwheel.internal.wheel;

import org.jspecify.annotations.NullMarked;
