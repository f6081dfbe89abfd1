/**
 * The demo: requests over real sockets, some of which never get an answer, timed by the wheel and
 * by the stock schedulers of Reactor and RxJava.
 *
 * <p>{@link io.loomwheel.examples.demo.Demo} is the way in. The {@code Plan} decides what the
 * {@code Backend} does, a {@code Pipeline} sends the requests, the {@code Book} keeps what became
 * of them, and the {@code Verdict} holds that against the plan.
 */
@NullMarked
package io.loomwheel.examples.demo;

import org.jspecify.annotations.NullMarked;
