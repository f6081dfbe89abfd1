package io.loomwheel.bench.questions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.TimerContestants;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LongestQuestionTest {
  private static final int PENDING = 1_000;
  private static final long LONG_NANOS = 2_000_000;

  @Test
  void contests_oneOnly_hasBothWheelsNettyAndNoTimer() {
    assertThat(contest().setting()).contains("1,000 pending");
    assertThat(contest().entrants())
        .extracting(Entrant::name)
        .containsExactly("bare", "Loomwheel", "hashed 512", "hashed 8192", "Netty 1 ms");
    assertThat(contest().entrants())
        .extracting(Entrant::role)
        .containsOnlyOnce(Role.FLOOR, Role.PEER);
  }

  @Test
  void round_eachContestant_measuresEachKindOfCall() throws Exception {
    for (Entrant entrant : contest().entrants()) {
      Round round = round(entrant);

      assertThat(round.ops()).as(entrant.name()).isBetween(3L * PENDING / 2, 2L * PENDING);
      for (String kind : List.of("arm", "cancel", "later", "earlier")) {
        double p999 = micros(round, kind + " p99.9 µs");
        double p9999 = micros(round, kind + " p99.99 µs");
        assertThat(p999).as(entrant.name() + kind).isPositive();
        assertThat(p9999).as(entrant.name() + kind).isGreaterThanOrEqualTo(p999);
        assertThat(micros(round, kind + " max µs")).isGreaterThanOrEqualTo(p9999);
      }
    }
  }

  @Test
  void round_aTimer_cancelsAndReplacesHalfAndLeavesAllPending() throws Exception {
    Recording[] made = new Recording[1];
    try (Contestant contestant = contestant(() -> made[0] = new Recording())) {
      Round round = contestant.round(1);

      assertThat(made[0].pending).hasSize(PENDING);
      assertThat(made[0].cancelled * 3).isEqualTo(round.ops() + 3L * PENDING * 4 / 5);
      assertThat(made[0].moved * 3L).isEqualTo(round.ops());
    }
  }

  @Test
  void round_cancelsThatTakeLong_showsThem() throws Exception {
    try (Contestant contestant = contestant(Slow::new)) {
      Round round = contestant.round(1);

      assertThat(micros(round, "cancel max µs")).isGreaterThanOrEqualTo(LONG_NANOS / 1e3);
    }
  }

  @Test
  void took_nothingCounted_isNoResult() throws Exception {
    try (CallTimes times = new CallTimes()) {
      times.begin();
      times.took(CallTimes.ARM, 1);

      assertThatIllegalStateException()
          .isThrownBy(times::extras)
          .withMessage("no call to measure of: cancel");
    }
  }

  @Test
  void took_collectionInALongCall_isLeftOut() throws Exception {
    try (CallTimes times = new CallTimes()) {
      times.begin();
      for (int kind : new int[] {CallTimes.ARM, CallTimes.LATER, CallTimes.EARLIER}) {
        times.took(kind, 1_000);
      }
      times.took(CallTimes.CANCEL, 2_000);
      System.gc();
      times.took(CallTimes.CANCEL, LONG_NANOS);

      assertThat(times.extras())
          .contains(new Extra("left out", 1, Extra.Fold.SUM))
          .contains(new Extra("cancel max µs", 2, Extra.Fold.MEDIAN));
    }
  }

  private static double micros(Round round, String name) {
    return round.extras().stream()
        .filter(extra -> extra.name().equals(name))
        .mapToDouble(Extra::value)
        .findFirst()
        .orElseThrow();
  }

  private static Contest contest() {
    Sizes sizes = new Sizes(List.of(1), 1, 1, List.of(1, PENDING), 1, 1, 1);
    List<Contest> contests = Topic.LONGEST.contests(sizes);
    assertThat(contests).hasSize(1);
    return contests.getFirst();
  }

  private static Round round(Entrant entrant) throws Exception {
    try (Contestant contestant = entrant.opener().call()) {
      Round round = contestant.round(1);
      contestant.renew();
      return round;
    }
  }

  private static Contestant contestant(Supplier<BenchmarkTimer> make) {
    return LongestCalls.open(new TimerContestants.Kind("test", Role.SUBJECT, make), PENDING);
  }

  /** Keeps what is pending. The last one made is that of the round. */
  private static class Recording implements BenchmarkTimer {
    final Set<Object> pending = new HashSet<>();
    int cancelled;
    int moved;

    @Override
    public Object arm(long delayNanos) {
      Object handle = new Object();
      pending.add(handle);
      return handle;
    }

    @Override
    public void cancel(Object handle) {
      if (!pending.remove(handle)) {
        throw new AssertionError("cancelled twice, or never armed");
      }
      cancelled++;
    }

    @Override
    public Object putOff(Object handle, long delayNanos) {
      if (!pending.contains(handle)) {
        throw new AssertionError("moved after it was cancelled");
      }
      moved++;
      return handle;
    }

    @Override
    public void close() {}
  }

  /** One cancel in many takes long, on the CPU: time without one wouldn't count. */
  private static final class Slow extends Recording {
    @Override
    public void cancel(Object handle) {
      super.cancel(handle);
      if (cancelled % 250 == 0) {
        long start = cpuNanos();
        while (cpuNanos() - start < LONG_NANOS) {
          Thread.onSpinWait();
        }
      }
    }

    private static long cpuNanos() {
      return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
  }
}
