package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * One thread arms, another cancels. The floor is the bare hand-over of a plain object. Whoever has
 * to wait for the other spins, so wall time over the floor says more than CPU time does.
 */
final class HandoverQuestion implements Question {
  @Override
  public List<Contest> contests(Sizes sizes) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(entrant(TimerContestants.BARE));
    TimerContestants.timers().forEach(kind -> entrants.add(entrant(kind)));
    String setting = "one thread arms, another cancels";
    return List.of(new Contest("handover", setting, "arm, hand over, cancel", true, entrants));
  }

  private static Entrant entrant(TimerContestants.Kind kind) {
    return new Entrant(kind.name(), kind.role(), () -> new Couple(kind));
  }

  /** The two threads. */
  private static final class Couple implements Contestant {
    private final TimerContestants.Kind kind;
    private final ProducerThreads crew = new ProducerThreads(2);
    private final BatchHandoff pipe = new BatchHandoff();
    private final Held random = new Held(0, 1);
    private final Relayed loops = Copies.of(Handing.class, Relayed.class);

    private BenchmarkTimer timer;

    Couple(TimerContestants.Kind kind) {
      this.kind = kind;
      this.timer = kind.make().get();
    }

    @Override
    public void renew() {
      timer.close();
      timer = kind.make().get();
      pipe.clear();
    }

    @Override
    public Round round(long lengthNanos) throws Exception {
      pipe.reset();
      Meter meter = Meter.start();
      long endNanos = meter.startNanos() + lengthNanos;
      List<Callable<Long>> jobs = List.of(() -> send(endNanos), this::take);
      return meter.stop(crew.run(jobs), 1);
    }

    private long send(long endNanos) {
      long batches = 0;
      do {
        pipe.awaitRoom(batches);
        loops.send(timer, pipe, batches * Relayed.SIZE, random);
        pipe.sent(++batches);
      } while (System.nanoTime() - endNanos < 0);
      pipe.end();
      return batches * Relayed.SIZE;
    }

    private long take() {
      for (long batches = 0; pipe.awaitBatch(batches); pipe.taken(++batches)) {
        loops.take(timer, pipe, batches * Relayed.SIZE);
      }
      return 0L;
    }

    @Override
    public void close() {
      crew.close();
      timer.close();
    }
  }
}
