/**
 * What the tasks of the Reactor and the RxJava adapter have in common: one object that is the
 * wheel's node, the executor's {@code Runnable} and the caller's {@code Disposable}; and the two
 * places where it may belong, a scheduler or one of its Workers. Beside them, the timer under the
 * adapters' idle timeouts.
 *
 * <p>Any thread may submit and dispose. Tasks leave through the timer's dispatcher, those of a
 * Worker by way of its strand. Open to the adapters alone.
 */
@NullMarked
package io.loomwheel.loom.internal;

import org.jspecify.annotations.NullMarked;
