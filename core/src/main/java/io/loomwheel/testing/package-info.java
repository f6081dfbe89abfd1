/**
 * For tests of code that uses timers: a clock that the test moves.
 *
 * <p>Enters through the front door alone.
 */
@NullMarked
package io.loomwheel.testing;

import org.jspecify.annotations.NullMarked;
