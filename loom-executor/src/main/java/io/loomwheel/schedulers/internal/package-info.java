/**
 * Tasks of the executor services and of both adapters, and their owners: an executor service, a
 * scheduler or one of its Workers. A task is one object: the wheel's node, the executor's {@code
 * Runnable} and the caller's {@code Disposable}. What one library does differently, its {@link
 * io.loomwheel.schedulers.internal.TaskOwner.Library} and {@link
 * io.loomwheel.schedulers.internal.Target} say. Also the timer of the adapters' idle timeouts.
 *
 * <p>Any thread may submit and dispose. Tasks leave through the timer's dispatcher, those of a
 * Worker through its drain. Exported to the adapters only.
 */
@NullMarked
package io.loomwheel.schedulers.internal;

import org.jspecify.annotations.NullMarked;
