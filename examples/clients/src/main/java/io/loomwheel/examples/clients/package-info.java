/**
 * Clients that take Netty's {@code Timer} by types of their own, with their timeouts on a wheel.
 */
@NullMarked
package io.loomwheel.examples.clients;

import org.jspecify.annotations.NullMarked;
