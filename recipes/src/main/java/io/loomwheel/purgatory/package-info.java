/**
 * The purgatory: operations that wait for a condition or their deadline, whichever is first. After
 * Kafka's {@code DelayedOperation} and {@code DelayedOperationPurgatory}.
 *
 * <p>Any thread may enter. Deadlines are timeouts of a {@link io.loomwheel.Timer}, armed and
 * cancelled through the front door. Leaves towards the callbacks of the operations: on the thread
 * that checks or forces, and for what expires on a thread of the timer's executor, by default a
 * virtual one; never under a lock.
 */
@NullMarked
package io.loomwheel.purgatory;

import org.jspecify.annotations.NullMarked;
