/**
 * Netty's {@code Timer} on a wheel, for clients that take one.
 *
 * <p>Any thread may enter.
 */
@NullMarked
package io.loomwheel.netty;

import org.jspecify.annotations.NullMarked;
