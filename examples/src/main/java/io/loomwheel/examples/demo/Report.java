package io.loomwheel.examples.demo;

import org.jspecify.annotations.Nullable;

/**
 * What became of one pipeline.
 *
 * @param pipeline its name
 * @param observed the numbers
 * @param firstFailure the first error that wasn't a timeout, if there was one
 */
record Report(String pipeline, Observed observed, @Nullable Throwable firstFailure) {}
