package io.loomwheel.bench.measure;

import java.util.concurrent.Callable;

/**
 * A contestant. Immutable.
 *
 * @param name as the table shows it
 * @param role what the others are compared with, if anything
 * @param opener makes the contestant ready; throws {@link UnsupportedOperationException}, with the
 *     reason, where it can't run
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
