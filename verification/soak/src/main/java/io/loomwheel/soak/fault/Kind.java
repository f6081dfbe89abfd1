package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import java.util.Locale;
import java.util.function.Supplier;

/** All faults, by the names that the command line knows. */
@SuppressWarnings("ImmutableEnumChecker") // constructors
public enum Kind {
  /** Nothing goes wrong: what the others are to be compared with. */
  CALM(() -> new Fault() {}),
  BLOCKS(TaskFaults.Blocks::new),
  THROWS(TaskFaults.Throws::new),
  REARMS(TaskFaults.Rearms::new),
  STOPS(TaskFaults.Stops::new),
  REJECTS(ExecutorFaults.Rejects::new),
  INLINE(ExecutorFaults.Inline::new),
  LEAPS(ClockFaults.Leaps::new),
  ENDS(ExecutorFaults.Ends::new),
  BACKLOG(ClockFaults.Backlog::new);

  private final Supplier<Fault> maker;

  Kind(Supplier<Fault> maker) {
    this.maker = maker;
  }

  /** {@return a new one, for one round} */
  public Fault make() {
    return maker.get();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
