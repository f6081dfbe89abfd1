/**
 * Common uses of a timer in servers: idle timeouts, heartbeats, retries and lease renewal.
 *
 * <p>Any thread may enter. Uses only the public API of the timer. User code runs on the timer's
 * executor, by default on virtual threads, with no lock held; if the timer is stopped or fails, the
 * thread that does so or notices it says so. Its exceptions go to the timer's failure handler. A
 * task that the executor rejects runs on a fresh virtual thread; the timer's handler of rejections
 * doesn't see it.
 */
@NullMarked
package io.loomwheel.recipes;

import org.jspecify.annotations.NullMarked;
