package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import java.util.List;
import java.util.Locale;

/** All faults, by the names that the command line knows. */
public enum Kind {
  CALM,
  BLOCKS,
  THROWS,
  ERRORS,
  REARMS,
  REPEATS,
  STOPS,
  REJECTS,
  INLINE,
  STORM,
  LEAPS,
  STEPS_BACK,
  INTERRUPTS,
  LOADERS,
  ENDS,
  PUT_OFFS,
  CROWDS,
  BACKLOG,
  CARRIERS,
  OVERFLOWS,
  CLOCK_FAILS,
  MEMORY,
  ALL_DUE;

  /** {@return a new one, for one round} */
  public Fault make() {
    return switch (this) {
      case CALM -> new TaskFaults.Calm();
      case BLOCKS -> new TaskFaults.Blocks();
      case THROWS -> new TaskFaults.Throws();
      case ERRORS -> new TaskFaults.ThrowsErrors();
      case REARMS -> new TaskFaults.Rearms();
      case REPEATS -> new Repeats();
      case STOPS -> new TaskFaults.Stops();
      case REJECTS -> new ExecutorFaults.Rejects();
      case INLINE -> new ExecutorFaults.Inline();
      case STORM -> new Storm();
      case LEAPS -> new ClockFaults.Leaps();
      case STEPS_BACK -> new ClockFaults.StepsBack();
      case INTERRUPTS -> new Interrupts();
      case LOADERS -> new Loaders();
      case ENDS -> new Ends();
      case PUT_OFFS -> new PutOffs();
      case CROWDS -> new Crowds();
      case BACKLOG -> new ClockFaults.Backlog();
      case CARRIERS -> new ExecutorFaults.Carriers();
      case OVERFLOWS -> new Overflows();
      case CLOCK_FAILS -> new ClockFaults.ClockFails();
      case MEMORY -> new Memory();
      case ALL_DUE -> new AllDue();
    };
  }

  /** {@return the faults that a run plays unless it is told otherwise} */
  public static List<Kind> usual() {
    return List.of(values());
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
