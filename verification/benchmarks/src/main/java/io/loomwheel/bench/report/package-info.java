/**
 * Makes pictures of results, in a page or in files, and says where Loomwheel loses. Measures
 * nothing.
 *
 * <p>Entered by one thread, by {@link io.loomwheel.bench.report.Report}.
 */
@NullMarked
package io.loomwheel.bench.report;

import org.jspecify.annotations.NullMarked;
