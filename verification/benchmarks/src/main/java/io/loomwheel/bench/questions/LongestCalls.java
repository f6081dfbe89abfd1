package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread that times each of its calls, on a timer that lives for one round only: filled before it
 * and ended after it, neither measured. In a round half of the pending timeouts are cancelled and
 * replaced, however long that takes. Used by the thread that runs the rounds.
 */
final class LongestCalls implements Contestant {
  /** So many calls compile the loop before each round, on a timer of their own. */
  private static final int WARM = 200_000;

  private static final int WARM_PENDING = 20_000;

  private final Kind<BenchmarkTimer> kind;
  private final int pending;
  private final ProducerThreads crew = new ProducerThreads(1);
  private final TimedBatch batch = Copies.of(RandomCalls.class, TimedBatch.class);

  /** Null between two rounds. */
  private @Nullable BenchmarkTimer timer;

  private LongestCalls(Kind<BenchmarkTimer> kind, int pending) {
    Threads.check();
    this.kind = kind;
    this.pending = pending;
  }

  static Entrant entrant(Kind<BenchmarkTimer> kind, int pending) {
    return kind.entrant(() -> new LongestCalls(kind, pending));
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    crew.run(List.of(this::warmUp));
    BenchmarkTimer filled = kind.make().get();
    timer = filled;
    Held all = new Held(pending, 1);
    crew.run(List.of(() -> batch.fill(filled, all)));
    System.gc();
    try (CallTimes times = new CallTimes()) {
      Meter meter = Meter.start();
      long calls = crew.run(List.of(() -> replaceHalf(filled, all, times)));
      return meter.stop(calls, 1).with(times.extras());
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
  public void renew() {
    if (timer != null) {
      timer.close();
      timer = null;
    }
  }

  @Override
  public void close() {
    renew();
    crew.close();
  }
}
