/**
 * Measures in interleaved rounds and shows the result. Knows no timer.
 *
 * <p>Entered by one thread, which runs the rounds; contestants use what further threads they need.
 */
@NullMarked
package io.loomwheel.bench.measure;

import org.jspecify.annotations.NullMarked;
