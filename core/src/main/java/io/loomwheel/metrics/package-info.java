/**
 * A timer's figures for Micrometer, for those who have it on the path.
 *
 * <p>Enters through the front door alone.
 */
@NullMarked
package io.loomwheel.metrics;

import org.jspecify.annotations.NullMarked;
