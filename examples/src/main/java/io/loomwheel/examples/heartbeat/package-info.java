/**
 * Heartbeats over real sockets: an echo server, thousands of connections to it, some of which fall
 * silent, and exactly those are closed, on time.
 *
 * <p>{@link io.loomwheel.examples.heartbeat.Heartbeats} is the way in. The {@code EchoServer}
 * answers, or pretends to be gone; a {@code Connection} is a client with a {@code HeartbeatTask}; a
 * {@code Trial} makes them, kills some and waits, and the {@code Outcome} says whether that was as
 * it should be. If not, the {@code Load} says how busy the machine was.
 */
@NullMarked
package io.loomwheel.examples.heartbeat;

import org.jspecify.annotations.NullMarked;
