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
  HANDLERS,
  SPINS,
  REARMS,
  REPEATS,
  STOPS,
  REJECTS,
  QUEUES,
  DEADLOCKS,
  INLINE,
  STORM,
  FREEZES,
  LEAPS,
  STEPS_BACK,
  STARVES,
  INTERRUPTS,
  GARBAGE,
  CHURNS,
  LOADERS,
  COLLECTORS,
  SUSPENDS,
  TIGHT,
  ENDS,
  PUT_OFFS,
  LAPS,
  CROWDS,
  BACKLOG,
  CARRIERS,
  OVERFLOWS,
  CLOCK_FAILS,
  ONE_PROCESSOR,
  MEMORY,
  ALL_DUE;

  /** {@return a new one, for one round} */
  public Fault make() {
    return switch (this) {
      case CALM -> new Calm();
      case BLOCKS -> new Blocks();
      case THROWS -> new Throws();
      case ERRORS -> new ThrowsErrors();
      case HANDLERS -> new Handlers();
      case SPINS -> new Spins();
      case REARMS -> new Rearms();
      case REPEATS -> new Repeats();
      case STOPS -> new Stops();
      case REJECTS -> new Rejects();
      case QUEUES -> new Queues();
      case DEADLOCKS -> new Deadlocks();
      case INLINE -> new Inline();
      case STORM -> new Storm();
      case FREEZES -> new Freezes();
      case LEAPS -> new Leaps();
      case STEPS_BACK -> new StepsBack();
      case STARVES -> new Starves();
      case INTERRUPTS -> new Interrupts();
      case GARBAGE -> new Garbage();
      case CHURNS -> new Churns();
      case LOADERS -> new Loaders();
      case COLLECTORS -> OtherJvms.collectors();
      case SUSPENDS -> new Suspends();
      case TIGHT -> new Tight();
      case ENDS -> new Ends();
      case PUT_OFFS -> new PutOffs();
      case LAPS -> new Laps();
      case CROWDS -> new Crowds();
      case BACKLOG -> new Backlog();
      case CARRIERS -> new Carriers();
      case OVERFLOWS -> new Overflows();
      case CLOCK_FAILS -> new ClockFails();
      case ONE_PROCESSOR -> OtherJvms.oneProcessor();
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
