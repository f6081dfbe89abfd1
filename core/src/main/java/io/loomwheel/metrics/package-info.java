/**
 * Binds a timer's figures to Micrometer, which is an optional dependency.
 *
 * <p>Uses the public API only.
 */
@NullMarked
package io.loomwheel.metrics;

import org.jspecify.annotations.NullMarked;
