package io.loomwheel.bench.measure;

import io.loomwheel.charts.Role;
import java.util.concurrent.Callable;

/**
 * A contestant, whose opener throws {@link UnsupportedOperationException}, with the reason, where
 * it can't run. Immutable.
 */
public record Entrant(String name, Role role, Callable<? extends Contestant> opener) {}
