/**
 * A clock that a test moves, for tests of code that uses timers.
 *
 * <p>Uses the public API only.
 */
@NullMarked
package io.loomwheel.testing;

import org.jspecify.annotations.NullMarked;
