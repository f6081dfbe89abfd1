/**
 * Accounts for every timer that was asked for: it fired, was cancelled, was returned by a stop or
 * was rejected.
 *
 * <p>Entered by any thread; knows nothing of the library.
 */
@NullMarked
package io.loomwheel.soak.ledger;

import org.jspecify.annotations.NullMarked;
