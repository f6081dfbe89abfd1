/**
 * Executors on virtual threads: a scheduled one, one with a thread for each task, and one for tasks
 * in order.
 *
 * <p>Any thread may enter. Tasks leave on the threads of the executor underneath.
 */
@NullMarked
package io.loomwheel.loom;

import org.jspecify.annotations.NullMarked;
