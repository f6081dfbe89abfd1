package io.loomwheel.examples.demo;

/**
 * How much later than their deadlines timeouts were signalled. All zero if there was none.
 *
 * @param p50Nanos half were no later than this
 * @param p99Nanos 99 of 100 were no later than this
 * @param maxNanos none was later than this
 */
record Lateness(long p50Nanos, long p99Nanos, long maxNanos) {}
