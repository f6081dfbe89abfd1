/**
 * Draws bars and curves as SVG, alone or in a page that needs neither network nor scripts. Knows
 * nothing of timers. Entered by any thread; all is immutable or stateless.
 *
 * <p>Ours, because the library that comes nearest, XChart 4.0.3, draws less: its horizontal bars
 * have no whiskers, its axes no percentiles, and its files neither a description for those who
 * can't see them nor colours for a dark page.
 */
@NullMarked
package io.loomwheel.charts;

import org.jspecify.annotations.NullMarked;
