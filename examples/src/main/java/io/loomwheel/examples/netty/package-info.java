/**
 * Clients that take Netty's {@code Timer}, with their timeouts on a wheel.
 *
 * <p>{@link io.loomwheel.examples.netty.LettuceTimeouts} is the way in.
 */
@NullMarked
package io.loomwheel.examples.netty;

import org.jspecify.annotations.NullMarked;
