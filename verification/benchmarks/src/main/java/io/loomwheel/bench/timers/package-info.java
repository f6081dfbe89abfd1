/**
 * The timers under comparison, each behind the same small interface.
 *
 * <p>Entered by the threads of the questions.
 */
@NullMarked
package io.loomwheel.bench.timers;

import org.jspecify.annotations.NullMarked;
