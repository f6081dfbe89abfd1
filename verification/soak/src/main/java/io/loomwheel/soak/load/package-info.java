/**
 * Arms, cancels and puts off timers through all of the library's entry points at once, wave after
 * wave.
 *
 * <p>Entered by the thread that plays a fault; tasks come in on the timer's executor.
 */
@NullMarked
package io.loomwheel.soak.load;

import org.jspecify.annotations.NullMarked;
