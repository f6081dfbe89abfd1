package io.loomwheel.soak.load;

import io.loomwheel.NanoClock;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;

/**
 * Something that goes wrong on purpose while a load is on. Each method is one place where it may
 * interfere; those that a fault doesn't override do nothing, so that faults can be put together.
 *
 * <p>Thread-safe; used for one round.
 */
public interface Fault {
  /** {@return what the command line calls it} */
  default String name() {
    return getClass().getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** {@return the timer's executor, in place of another} */
  default Executor executor(Executor under) {
    return under;
  }

  /** {@return the timer's clock, in place of another} */
  default NanoClock clock(NanoClock under) {
    return under;
  }

  /** {@return a number that changes before and after the clock steps back} */
  default long clockSteps() {
    return 0;
  }

  /** Called by each task once it is in the ledger; may do and throw what it likes. */
  default void inTask(TestBed bed, int submitter) {}

  /** Called once a wave, on a thread of its own; the timer isn't stopped before it returns. */
  default void inWave(TestBed bed) throws Exception {}

  /** Called once a round, on a thread of its own, while waves come and go. */
  default void during(Stage stage) throws Exception {}

  /** Called at the end of each wave: what holds up tasks or the time lets go for good. */
  default void relent() {}

  /** {@return whether tasks wait until the end of a wave, so that none of them can be overdue} */
  default boolean holdsUpTasks() {
    return false;
  }

  /** {@return whether tasks may be refused before anything is ended} */
  default boolean refuses() {
    return false;
  }

  /** {@return whether strangers hold all carriers of virtual threads} */
  default boolean holdsCarriers() {
    return false;
  }

  /** {@return whether the timer's own counts may be off, as they may after an Error} */
  default boolean spoilsCounts() {
    return false;
  }

  /** {@return whether it loads timers of its own, so that waves would only be in its way} */
  default boolean isElsewhere() {
    return false;
  }

  /** {@return what else there is to say of the round} */
  default List<String> figures() {
    return List.of();
  }

  /** {@return what went wrong that should not have} */
  default List<String> wrong() {
    return List.of();
  }
}
