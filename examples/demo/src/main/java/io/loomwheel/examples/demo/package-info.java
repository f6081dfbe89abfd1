/**
 * The demo: what idle timeouts on tens of thousands of streams cost, over real sockets, on the
 * stock schedulers of Reactor and RxJava, and on the wheel.
 *
 * <p>{@link io.loomwheel.examples.demo.Demo} is the way in. A {@code FeedServer} sends elements
 * over connections to the {@code Feeds}; a {@code Contestant} watches them; a {@code Turn} measures
 * one contestant, a {@code Match} lets all of them take turns; {@code Table}, {@code Picture} and
 * {@code Verdict} say what came out.
 */
@NullMarked
package io.loomwheel.examples.demo;

import org.jspecify.annotations.NullMarked;
