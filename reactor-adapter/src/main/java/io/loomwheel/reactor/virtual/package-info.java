/**
 * Hands tasks to Reactor's {@code VirtualTimeScheduler}, while such a scheduler is on. Not
 * exported.
 *
 * <p>Any thread may ask {@link io.loomwheel.reactor.virtual.VirtualTime}, before each submission;
 * tasks leave on the thread that moves the virtual time. Without reactor-test on the path, only
 * that class of this package is ever loaded.
 */
@NullMarked
package io.loomwheel.reactor.virtual;

import org.jspecify.annotations.NullMarked;
