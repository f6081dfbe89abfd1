package io.loomwheel.internal.drive;

import java.util.function.ToLongFunction;

/** Tries each call of a timer with an Error at each of its places, one after the other. */
public final class FaultRuns implements ToLongFunction<int[]> {
  /**
   * Tries all calls.
   *
   * @param ringAndSeeds the size of the ring, 0 for a hierarchical wheel; and how many times each
   *     call is tried, each time after other calls
   * @return how many faults were thrown
   */
  @Override
  public long applyAsLong(int[] ringAndSeeds) {
    long faults = 0;
    for (int seed = 0; seed < ringAndSeeds[1]; seed++) {
      for (FaultTimer.Kind kind : FaultTimer.Kind.values()) {
        int at = 1;
        while (tryOne(ringAndSeeds[0], seed, kind, at)) {
          faults++;
          at += step(at, ringAndSeeds[1]);
        }
      }
    }
    return faults;
  }

  /** A call of thousands of places is tried at each of the first ones, then here and there. */
  private static int step(int at, int seeds) {
    return at < 200 ? 1 : 1 + at / 20 + seeds % 7;
  }

  private static boolean tryOne(int ring, int seed, FaultTimer.Kind kind, int at) {
    try {
      FaultTimer timer = new FaultTimer(ring, seed);
      timer.calls(20 + 40 * (seed % 8));
      Runnable call = timer.call(kind);
      boolean thrown = Faults.run(at, call);
      if (kind != FaultTimer.Kind.STOP) {
        timer.check();
        timer.turnToTheFirst();
        timer.check();
        timer.call(kind).run(); // uses what the fault has left behind
        timer.calls(20);
      }
      timer.finish();
      return thrown;
    } catch (Throwable t) {
      throw new AssertionError(
          "ring " + ring + ", seed " + seed + ", " + kind + ", fault at place " + at + ": " + t, t);
    }
  }
}
