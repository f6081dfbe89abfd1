/**
 * Says how much machine a load needs, from what single operations cost, and compares that with what
 * was measured. Measures nothing.
 *
 * <p>Entered by one thread, by {@link io.loomwheel.bench.capacity.Forecast}.
 */
@NullMarked
package io.loomwheel.bench.capacity;

import org.jspecify.annotations.NullMarked;
