/**
 * Holds ratios against those of an earlier run, so that a change that makes Loomwheel slower shows.
 *
 * <p>Entered by one thread, by {@link io.loomwheel.bench.baseline.Baseline}.
 */
@NullMarked
package io.loomwheel.bench.baseline;

import org.jspecify.annotations.NullMarked;
