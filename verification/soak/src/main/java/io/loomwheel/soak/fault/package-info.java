/**
 * What goes wrong on purpose.
 *
 * <p>Entered by the load, on the threads that the fault is about.
 */
@NullMarked
package io.loomwheel.soak.fault;

import org.jspecify.annotations.NullMarked;
