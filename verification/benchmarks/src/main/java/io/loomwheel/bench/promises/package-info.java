/**
 * What was asked of Loomwheel before it was built, held against what was measured. Measures
 * nothing.
 *
 * <p>Entered by one thread, by {@link io.loomwheel.bench.promises.Account}.
 */
@NullMarked
package io.loomwheel.bench.promises;

import org.jspecify.annotations.NullMarked;
