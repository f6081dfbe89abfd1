/**
 * Plays faults against the whole library and reports: the command line.
 *
 * <p>Entered by {@code main}, on its thread.
 */
@NullMarked
package io.loomwheel.soak;

import org.jspecify.annotations.NullMarked;
