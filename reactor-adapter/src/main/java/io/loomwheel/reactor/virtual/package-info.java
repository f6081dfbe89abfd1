/**
 * Puts a wheel that follows Reactor's {@code VirtualTimeScheduler} in the place of the real ones
 * while such a scheduler is on. Not exported.
 *
 * <p>Any thread may ask {@link io.loomwheel.reactor.virtual.VirtualTime}, before each submission;
 * tasks leave on the thread that moves the virtual time. Without reactor-test on the path nothing
 * here but that class is ever loaded.
 */
@NullMarked
package io.loomwheel.reactor.virtual;

import org.jspecify.annotations.NullMarked;
