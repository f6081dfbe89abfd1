package io.loomwheel.bench.report;

import io.loomwheel.charts.Figure;
import java.util.List;

/**
 * A figure and what it shows us losing. Immutable.
 *
 * @param figure to be shown
 * @param compared whether both we and peers are in it
 * @param losses a phrase each
 */
record Drawn(Figure figure, boolean compared, List<String> losses) {}
