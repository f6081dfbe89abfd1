/**
 * A purgatory of operations that wait for a condition or their deadline, whichever comes first.
 * After Kafka's {@code DelayedOperation} and {@code DelayedOperationPurgatory}.
 *
 * <p>Any thread may enter. Deadlines are timeouts of a {@link io.loomwheel.Timer}, used through its
 * public API. The exits are the callbacks of the operations. They run on the thread that puts in,
 * checks, forces, closes, or stops the timer; for expired operations, on a thread of the timer's
 * executor, by default a virtual one. No lock is held.
 */
@NullMarked
package io.loomwheel.purgatory;

import org.jspecify.annotations.NullMarked;
