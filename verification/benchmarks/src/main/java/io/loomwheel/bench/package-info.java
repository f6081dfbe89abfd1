/**
 * Compares Loomwheel with its peers and with the floor: the command line.
 *
 * <p>Entered by {@code main}, on its thread.
 */
@NullMarked
package io.loomwheel.bench;

import org.jspecify.annotations.NullMarked;
