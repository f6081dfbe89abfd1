package io.loomwheel.bench.measure;

/**
 * Something observed in a round beside time per operation. Immutable.
 *
 * @param worst whether the greatest value of all rounds counts, rather than the one in the middle
 */
record Extra(String name, double value, boolean worst) {}
