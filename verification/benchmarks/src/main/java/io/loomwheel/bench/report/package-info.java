/**
 * Makes pictures of results. Measures nothing.
 *
 * <p>Entered by one thread, by {@link io.loomwheel.bench.report.LatenessFigure}.
 */
@NullMarked
package io.loomwheel.bench.report;

import org.jspecify.annotations.NullMarked;
