/**
 * Executors on virtual threads, for a timer's builder and for any other use.
 *
 * <p>Any thread may enter; tasks run on the relay's threads.
 */
@NullMarked
package io.loomwheel.dispatch;

import org.jspecify.annotations.NullMarked;
