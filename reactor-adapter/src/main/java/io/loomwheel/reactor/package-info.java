/**
 * A Project Reactor {@code Scheduler} whose delays wait on a wheel and whose tasks run on virtual
 * threads.
 *
 * <p>Any thread may enter. Mirrors the RxJava adapter: the same roles in the same order.
 */
@NullMarked
package io.loomwheel.reactor;

import org.jspecify.annotations.NullMarked;
