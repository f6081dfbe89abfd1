package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.errorpoints.ErrorPoints;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * No stack at every call, and no memory at every allocation, of every operation, with random
 * operations before and after: nothing is lost, comes twice, early or late, each place of the limit
 * is given back, and the timer goes on.
 */
class FaultTest {
  private static final int SEEDS = Models.isThorough() ? 100 : 2;
  private static final ErrorPoints POINTS =
      new ErrorPoints(Set.of(), List.of("io.loomwheel.internal."));

  @ParameterizedTest(name = "ring {0}, no memory: {1}")
  @CsvSource({"0, false", "1, false", "64, false", "8192, false"})
  @CsvSource({"0, true", "1, true", "64, true", "8192, true"})
  void anyOperation_errorAtAnyPlace_losesNothing(int ring, boolean ofMemory) throws Exception {
    int places = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      for (FaultTimer.Kind kind : FaultTimer.Kind.values()) {
        places += POINTS.failAtEach(TestOfCall.class, kind.name(), ring, seed, ofMemory);
      }
    }
    assertThat(places).isGreaterThan((ofMemory ? 40 : 100) * SEEDS);
  }

  /** {@return whether a call has come to the place where it fails} */
  static boolean failed(boolean ofMemory, int place, Runnable call) {
    if (ofMemory) {
      ErrorPoints.noMemoryAt(place);
    } else {
      ErrorPoints.failAt(place);
    }
    try {
      call.run();
    } catch (VirtualMachineError onPurpose) {
      // who calls is told
    }
    return ErrorPoints.noMemoryAt(0) <= 0;
  }

  /** A call after other calls, on a ring of that size, or on a hierarchical wheel if it is 0. */
  record TestOfCall(String kind, int ring, int seed, boolean ofMemory) implements IntPredicate {
    @Override
    public boolean test(int number) {
      FaultTimer.Kind of = FaultTimer.Kind.valueOf(kind);
      FaultTimer timer = new FaultTimer(ring, seed, ofMemory);
      timer.calls(20 + 40 * (seed % 8));
      boolean failed = failed(ofMemory, place(number), timer.call(of));
      if (of != FaultTimer.Kind.STOP) {
        timer.check();
        timer.turnToTheFirst();
        timer.check();
        timer.call(of).run(); // uses what the fault has left behind
        timer.calls(20);
      }
      timer.finish();
      return failed;
    }

    /** A call of thousands of places fails at each of the first ones, then here and there. */
    private int place(int number) {
      int place = Math.min(number, 200);
      for (int i = 200; i < number; i++) {
        place += 1 + place / 20 + seed % 7;
      }
      return place;
    }
  }
}
