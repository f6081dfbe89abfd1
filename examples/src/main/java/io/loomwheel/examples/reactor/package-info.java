/**
 * Where the wheel meets the Reactor world: reactor-netty's HTTP client and server on loopback, and
 * Spring's {@code WebClient}.
 *
 * <p>Each class but {@code Upstream}, the server, is one sample with a {@code main}: {@code
 * ResponseTimeouts}, {@code PoolTimeouts}, {@code Retries}, {@code SpringTimeouts}. Their tests
 * show that nothing fires early, and that nothing stays on the wheel.
 */
@NullMarked
package io.loomwheel.examples.reactor;

import org.jspecify.annotations.NullMarked;
