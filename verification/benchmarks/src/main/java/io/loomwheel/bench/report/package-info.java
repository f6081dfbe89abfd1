/**
 * Makes of results what is read: pictures, and what became of what was asked of Loomwheel before it
 * was built. Measures nothing.
 *
 * <p>Entered by one thread, by the command line.
 */
@NullMarked
package io.loomwheel.bench.report;

import org.jspecify.annotations.NullMarked;
