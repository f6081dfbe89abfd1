/**
 * Takes fired nodes from the driver and hands them to an executor: the relay, one virtual thread a
 * task, and the handling of refused tasks.
 *
 * <p>Entered by the thread that turns the wheels and by threads that arm without a delay; left on
 * the executor's threads.
 */
@NullMarked
package io.loomwheel.internal.dispatch;

import org.jspecify.annotations.NullMarked;
