package io.loomwheel.soak.load;

import io.loomwheel.NanoClock;
import java.util.concurrent.Executor;

/**
 * Something that goes wrong on purpose while a load is on. Each method is one place where it may
 * interfere; those that a fault doesn't override do nothing, so that faults can be put together.
 * What a fault finds it throws in a wave, or tells {@link Planned}.
 *
 * <p>Thread-safe; used for one round.
 */
public interface Fault {
  /** {@return the timer's executor, in place of another} Called once a wave, before it begins. */
  default Executor executor(Executor under) {
    return under;
  }

  /** {@return the timer's clock, in place of another} */
  default NanoClock clock(NanoClock under) {
    return under;
  }

  /** Called by each task once it is in the ledger; may do and throw what it likes. */
  default void inTask(TestBed bed, int submitter) {}

  /** Called once a wave, on a thread of its own; the timer isn't stopped before it returns. */
  default void inWave(TestBed bed) throws Exception {}

  /** Called at the end of each wave: what holds up tasks lets go for good. */
  default void relent() {}

  /** {@return whether tasks wait until the end of a wave, so that none of them can be overdue} */
  default boolean holdsUpTasks() {
    return false;
  }

  /** {@return whether tasks may be refused before anything is ended} */
  default boolean refuses() {
    return false;
  }
}
