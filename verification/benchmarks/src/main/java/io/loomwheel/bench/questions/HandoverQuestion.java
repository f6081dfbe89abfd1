package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.Alarm;
import io.loomwheel.bench.timers.Alarms;
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
    entrants.add(entrant(Alarms.BARE));
    Alarms.timers().forEach(kind -> entrants.add(entrant(kind)));
    String setting = "one thread arms, another cancels";
    return List.of(new Contest("handover", setting, "arm, hand over, cancel", true, entrants));
  }

  private static Entrant entrant(Alarms.Kind kind) {
    return new Entrant(kind.name(), kind.role(), () -> new Couple(kind));
  }

  /** The two threads. */
  private static final class Couple implements Contestant {
    private final Alarms.Kind kind;
    private final Crew crew = new Crew(2);
    private final Pipe pipe = new Pipe();
    private final Held random = new Held(0, 1);
    private final Relayed loops = Copies.of(Handing.class, Relayed.class);

    private Alarm alarm;

    Couple(Alarms.Kind kind) {
      this.kind = kind;
      this.alarm = kind.make().get();
    }

    @Override
    public void renew() {
      alarm.close();
      alarm = kind.make().get();
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
        loops.send(alarm, pipe, batches * Relayed.SIZE, random);
        pipe.sent(++batches);
      } while (System.nanoTime() - endNanos < 0);
      pipe.end();
      return batches * Relayed.SIZE;
    }

    private long take() {
      for (long batches = 0; pipe.awaitBatch(batches); pipe.taken(++batches)) {
        loops.take(alarm, pipe, batches * Relayed.SIZE);
      }
      return 0L;
    }

    @Override
    public void close() {
      crew.close();
      alarm.close();
    }
  }
}
