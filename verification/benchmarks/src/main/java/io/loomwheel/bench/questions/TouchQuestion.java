package io.loomwheel.bench.questions;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.recipes.HeartbeatTask;
import io.loomwheel.recipes.IdleTimeout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * One thread touches its idle timeouts, one after the other, or reads and writes on connections
 * with heartbeats. The floor is the bare clock read.
 */
final class TouchQuestion implements Question {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final HeartbeatTask.Channel NOWHERE = new NoChannel();

  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(contest(1), contest(sizes.held()));
  }

  private static Contest contest(int held) {
    String setting = String.format(Locale.ROOT, "%,d in turn", held);
    return new Contest(
        "touch",
        setting,
        "touch",
        true,
        List.of(
            new Entrant("clock read", Role.FLOOR, () -> new Touches(null, clockReads())),
            new Entrant("IdleTimeout.touch", Role.SUBJECT, () -> idleTimeouts(held)),
            new Entrant("HeartbeatTask.read", Role.SUBJECT, () -> reads(held)),
            new Entrant("HeartbeatTask.write", Role.SUBJECT, () -> writes(held)),
            new Entrant("Timeout.reschedule", Role.PEER, () -> reschedules(held))));
  }

  private static Touches.Loop clockReads() {
    return (from, count) -> {
      long sum = 0;
      for (int i = 0; i < count; i++) {
        sum += System.nanoTime();
      }
      return sum;
    };
  }

  private static Touches idleTimeouts(int held) {
    WheelTimer timer = WheelTimer.create();
    List<IdleTimeout> all = new ArrayList<>();
    for (int i = 0; i < held; i++) {
      all.add(IdleTimeout.start(timer, LIMIT, idle -> {}));
    }
    IdleTimeout[] idles = all.toArray(IdleTimeout[]::new);
    return new Touches(
        timer,
        (from, count) -> {
          long sum = 0;
          int at = from % idles.length;
          for (int i = 0; i < count; i++) {
            sum += idles[at].touch() ? 1 : 0;
            at = at + 1 == idles.length ? 0 : at + 1;
          }
          return sum;
        });
  }

  private static HeartbeatTask[] heartbeats(WheelTimer timer, int held) {
    HeartbeatTask[] all = new HeartbeatTask[held];
    for (int i = 0; i < held; i++) {
      all[i] = HeartbeatTask.start(timer, LIMIT, 3, NOWHERE);
    }
    return all;
  }

  private static Touches reads(int held) {
    WheelTimer timer = WheelTimer.create();
    HeartbeatTask[] tasks = heartbeats(timer, held);
    return new Touches(
        timer,
        (from, count) -> {
          int at = from % tasks.length;
          for (int i = 0; i < count; i++) {
            tasks[at].read();
            at = at + 1 == tasks.length ? 0 : at + 1;
          }
          return at;
        });
  }

  private static Touches writes(int held) {
    WheelTimer timer = WheelTimer.create();
    HeartbeatTask[] tasks = heartbeats(timer, held);
    return new Touches(
        timer,
        (from, count) -> {
          int at = from % tasks.length;
          for (int i = 0; i < count; i++) {
            tasks[at].write();
            at = at + 1 == tasks.length ? 0 : at + 1;
          }
          return at;
        });
  }

  private static Touches reschedules(int held) {
    WheelTimer timer = WheelTimer.create();
    Timeout[] all = new Timeout[held];
    for (int i = 0; i < held; i++) {
      all[i] = timer.schedule(() -> {}, LIMIT);
    }
    return new Touches(
        timer,
        (from, count) -> {
          long sum = 0;
          int at = from % all.length;
          for (int i = 0; i < count; i++) {
            sum += all[at].reschedule(1, TimeUnit.MINUTES) ? 1 : 0;
            at = at + 1 == all.length ? 0 : at + 1;
          }
          return sum;
        });
  }

  private static final class NoChannel implements HeartbeatTask.Channel {
    @Override
    public void heartbeat() {}

    @Override
    public void lost(int unanswered) {}
  }
}
