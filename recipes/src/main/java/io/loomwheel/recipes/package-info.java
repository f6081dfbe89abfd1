/**
 * What server writers build on a timer again and again: idle timeouts, heartbeats, retries, the
 * renewal of leases.
 *
 * <p>Any thread may enter. Enters the front door alone. User code runs on the executor of the
 * timer, which is virtual threads unless its builder was told otherwise, and with no lock held;
 * what it throws goes to the timer's failure handler. If that executor refuses, the timer's handler
 * of rejections decides, which by default starts a thread; one that drops tasks drops these too.
 */
@NullMarked
package io.loomwheel.recipes;

import org.jspecify.annotations.NullMarked;
