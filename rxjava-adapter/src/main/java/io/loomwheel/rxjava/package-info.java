/**
 * An RxJava 3 {@code Scheduler} whose delays wait on a wheel and whose tasks run on virtual
 * threads.
 *
 * <p>Any thread may enter. Mirrors the Reactor adapter: the same roles in the same order.
 */
@NullMarked
package io.loomwheel.rxjava;

import org.jspecify.annotations.NullMarked;
