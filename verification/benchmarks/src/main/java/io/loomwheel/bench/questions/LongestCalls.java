package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.Kind;
import io.loomwheel.bench.timers.Timers;
import java.util.List;
import java.util.stream.Stream;

/**
 * How long single calls take while many timeouts are pending and the timer clears up after those
 * that were cancelled. A thread times each of its calls, on a timer that lives for one round only:
 * filled before it and ended after it, neither measured. In a round half of the pending timeouts
 * are cancelled and replaced, however long that takes. The floor has no timer: what it shows is the
 * machine's and the JVM's. Used by the thread that runs the rounds.
 */
final class LongestCalls implements Contestant {
  /** So many calls compile the loop before each round, on a timer of their own. */
  private static final int WARM = 200_000;

  private static final int WARM_PENDING = 20_000;

  private final Kind kind;
  private final int pending;
  private final ProducerThreads crew = new ProducerThreads(1);
  private final TimedBatch batch = Copies.of(RandomCalls.class, TimedBatch.class);

  private LongestCalls(Kind kind, int pending) {
    this.kind = kind;
    this.pending = pending;
  }

  /** The inner loop. Copied for each contestant. */
  interface TimedBatch {
    /** Arms all timeouts; {@return how many} */
    long fill(BenchmarkTimer timer, Held held);

    /** Does some calls, from {@link Held#oldest} on; {@return how many} */
    long run(BenchmarkTimer timer, Held held, CallTimes times);
  }

  /** Cancels timeouts in random order, none of them twice, and arms others in their place. */
  static final class RandomCalls implements TimedBatch {
    private static final int STEPS = 64;
    private static final long MINUTE_NANOS = 60_000_000_000L;

    /** Of five timeouts four are armed twice. */
    private static final int FIRST_KEPT = 5;

    /**
     * Arms all timeouts, and most of them again after cancelling them. So nearly half of what a
     * timer has stored is dead when the round begins, and one that clears up when half is dead does
     * so early in the round.
     */
    @Override
    public long fill(BenchmarkTimer timer, Held held) {
      Object[] handles = held.handles;
      long random = held.random;
      for (int i = 0; i < handles.length; i++) {
        random = Delay.random(random);
        handles[i] = timer.arm(hour(random));
      }
      for (int i = 0; i < handles.length; i++) {
        if (i % FIRST_KEPT != 0) {
          random = Delay.random(random);
          timer.cancel(handles[i]);
          handles[i] = timer.arm(hour(random));
        }
      }
      held.random = random;
      return handles.length;
    }

    @Override
    public long run(BenchmarkTimer timer, Held held, CallTimes times) {
      Object[] handles = held.handles;
      long random = held.random;
      int at = held.oldest;
      int end = Math.min(at + STEPS, handles.length);
      long calls = 2L * (end - at);
      for (; at < end; at++) {
        random = Delay.random(random);
        int chosen = at + (int) (((random >>> 32) * (handles.length - at)) >>> 32);
        Object handle = handles[chosen];
        handles[chosen] = handles[at];
        long start = System.nanoTime();
        timer.cancel(handle);
        times.took(CallTimes.CANCEL, System.nanoTime() - start);

        start = System.nanoTime();
        Object fresh = timer.arm(hour(random));
        times.took(CallTimes.ARM, System.nanoTime() - start);
        handles[at] = fresh;
      }
      held.oldest = at;
      held.random = random;
      return calls;
    }

    /** {@return an hour to an hour and a minute} */
    private static long hour(long random) {
      return 60 * MINUTE_NANOS + (random >>> 1) % MINUTE_NANOS;
    }
  }

  static List<Contest> contests(Sizes sizes) {
    int pending = sizes.pending().getLast();
    return List.of(
        new Contest(
                "longest",
                "",
                "a call",
                false,
                Stream.of(Timers.FLOOR, Timers.LOOMWHEEL, Timers.NETTY)
                    .map(
                        kind ->
                            kind.entrant(Threads.counted(() -> new LongestCalls(kind, pending))))
                    .toList())
            .in("1 thread, %,d pending, any replaced", pending));
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    crew.run(List.of(this::warmUp));
    Held all = new Held(pending, 1);
    try (BenchmarkTimer timer = kind.make().get();
        CallTimes times = new CallTimes()) {
      crew.run(List.of(() -> batch.fill(timer, all)));
      System.gc();
      Meter meter = Meter.start();
      long calls = crew.run(List.of(() -> replaceHalf(timer, all, times)));
      return times.on(meter.stop(calls, 1));
    }
  }

  private long warmUp() throws Exception {
    long calls = 0;
    try (BenchmarkTimer warm = kind.make().get();
        CallTimes times = new CallTimes()) {
      while (calls < WARM) {
        Held few = new Held(WARM_PENDING, 1);
        batch.fill(warm, few);
        calls += replaceHalf(warm, few, times);
        for (Object handle : few.handles) {
          warm.cancel(handle);
        }
      }
    }
    return calls;
  }

  private long replaceHalf(BenchmarkTimer on, Held all, CallTimes times) throws Exception {
    times.begin();
    long calls = 0;
    while (all.oldest * 2 < all.handles.length) {
      calls += batch.run(on, all, times);
      times.read();
    }
    return calls;
  }

  /** Each round does the same, and warms up by itself. */
  @Override
  public boolean startsWarm() {
    return true;
  }

  @Override
  public void close() {
    crew.close();
  }
}
