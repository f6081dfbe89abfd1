package io.loomwheel.bench.measure;

import java.util.concurrent.Callable;

/**
 * A contestant, whose opener throws {@link UnsupportedOperationException}, with the reason, where
 * it can't run. Immutable.
 */
public record Entrant(String name, Role role, Callable<? extends Contestant> opener) {
  /** What an entrant is to the others. */
  public enum Role {
    /** Shows the limit. */
    FLOOR,
    /** Is what the question is about. */
    SUBJECT,
    /** Competes with the subject. */
    PEER
  }
}
