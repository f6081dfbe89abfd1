/**
 * Executors on virtual threads: the strand that keeps an adapter's Workers serial.
 *
 * <p>Any thread may enter; tasks leave on the threads of the executor underneath.
 */
@NullMarked
package io.loomwheel.loom;

import org.jspecify.annotations.NullMarked;
