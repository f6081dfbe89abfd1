/**
 * Draws bars and curves as SVG, alone or in a page that needs neither network nor scripts. Knows
 * nothing of timers. Entered by any thread; all is immutable or stateless.
 */
@NullMarked
package io.loomwheel.charts;

import org.jspecify.annotations.NullMarked;
