package io.loomwheel;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a census counts, and that it holds up nobody. */
class WheelCensusTest {
  private static final String HERE = WheelCensusTest.class.getName();

  private static final Duration TEN_MILLIS = Duration.ofMillis(10);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();

  /** A task with a class of its own. */
  private static final class Session implements TimerTask {
    @Override
    public void run(Timeout timeout) {}
  }

  /** A task with a name. */
  private record Named(String taskName) implements Runnable, NamedTask {
    @Override
    public void run() {}
  }

  /** A task that can't say its name. */
  private static final class Nameless implements Runnable, NamedTask {
    @Override
    public String taskName() {
      throw new IllegalStateException("on purpose");
    }

    @Override
    public void run() {}
  }

  /** A task whose name waits for another thread, which needs the lock of a queue. */
  private record Asking(ArrayBlockingQueue<?> queue) implements Runnable, NamedTask {
    @Override
    public String taskName() {
      return "one of " + CompletableFuture.supplyAsync(queue::size).orTimeout(60, SECONDS).join();
    }

    @Override
    public void run() {}
  }

  /** A task that has no name. */
  private static final class Unnamed implements Runnable, NamedTask {
    @Override
    @SuppressWarnings("NullAway") // on purpose
    public String taskName() {
      return null;
    }

    @Override
    public void run() {}
  }

  @Test
  void census_ofAnEmptyTimer_isEmpty() {
    assertThat(timer.census())
        .isEqualTo(
            new WheelCensus(
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of(),
                Map.of(),
                Optional.empty(),
                Map.of()));
  }

  @Test
  void census_ofSeveralKinds_namesThemTheMostFirst() {
    for (int i = 0; i < 3; i++) {
      timer.newTimeout(new Session(), 1 + i, SECONDS);
      timer.schedule(new Named("lease"), Duration.ofDays(2)).cancel();
    }
    timer.schedule(() -> {}, Duration.ofHours(1));
    timer.schedule(new Named("lease"), Duration.ofDays(2));
    timer.schedule(new Named("lease"), Duration.ofDays(3));
    timer.schedule(new Nameless(), Duration.ofDays(1));
    timer.schedule(new Unnamed(), Duration.ofDays(1));

    WheelCensus census = timer.census();

    assertThat(census.byKind())
        .containsEntry(HERE + "$Session", 3L)
        .containsEntry("lease", 2L)
        .containsEntry(HERE + "$$Lambda", 1L)
        .containsEntry(HERE + "$Nameless", 1L)
        .containsEntry(HERE + "$Unnamed", 1L)
        .hasSize(5);
    assertThat(census.byKind().keySet()).startsWith(HERE + "$Session", "lease");
  }

  @Test
  void census_ofANameThatLooksLikeAnAddress_tellsAllOfIt() {
    timer.schedule(new Named("device /0xA1 idle"), Duration.ofHours(1));
    timer.schedule(new Named("device /0xB2 idle"), Duration.ofHours(1));
    assertThat(timer.census().byKind()).containsOnlyKeys("device /0xA1 idle", "device /0xB2 idle");
  }

  /** As when the class loader of its application is closed. */
  @Test
  void census_ofATaskWhoseNameFailsByAnError_countsItsClass() {
    class Unloaded implements Runnable, NamedTask {
      @Override
      public String taskName() {
        throw new NoClassDefFoundError("on purpose");
      }

      @Override
      public void run() {}
    }
    timer.schedule(new Unloaded(), Duration.ofHours(1));
    assertThat(timer.census().byKind()).containsExactly(Map.entry(HERE + "$1Unloaded", 1L));
  }

  /** As when a thread cancels it just after the census has seen it. */
  @Test
  void add_ofWhatWasCancelledMeanwhile_countsItsDeadline_andNoKind() {
    TimerTimeout timeout = (TimerTimeout) timer.newTimeout(new Session(), 1, SECONDS);
    assertThat(timeout.kind()).isInstanceOf(Session.class);
    timeout.cancel();
    assertThat(timeout.kind()).isNull();
    CensusCount count = new CensusCount(0);
    count.add(timeout, 1_000_000_000);
    WheelCensus census = count.census();
    assertThat(census.farthest()).contains(Duration.ofSeconds(1));
    assertThat(census.byTimeLeft()).containsExactly(Map.entry(Duration.ofSeconds(1), 1L));
    assertThat(census.byKind()).isEmpty();
  }

  @Test
  void census_ofSeveralDeadlines_saysHowFarTheyAre() {
    timer.newTimeout(new Session(), 10, MILLISECONDS);
    timer.newTimeout(new Session(), 11, MILLISECONDS);
    timer.newTimeout(new Session(), 12, MILLISECONDS);
    timer.newTimeout(new Session(), 2, DAYS);
    clock.advance(Duration.ofMillis(1));

    WheelCensus census = timer.census();

    assertThat(census.pending()).isEqualTo(4);
    assertThat(census.overdue()).isZero();
    assertThat(census.nearest()).contains(Duration.ofMillis(9));
    assertThat(census.farthest()).contains(Duration.ofDays(2).minusMillis(1));
    assertThat(census.byTimeLeft())
        .containsExactly(
            Map.entry(Duration.ofMillis(10), 2L),
            Map.entry(Duration.ofMillis(100), 1L),
            Map.entry(Duration.ofNanos(Long.MAX_VALUE), 1L));
  }

  @Test
  void census_whileTheDriverIsHeldUp_countsWhatIsOverdue() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    try (WheelTimer real = WheelTimer.builder().taskExecutor(Runnable::run).build()) {
      real.newTimeout(
          timeout -> {
            held.countDown();
            mayGoOn.await();
          },
          1,
          MILLISECONDS);
      assertThat(held.await(60, SECONDS)).isTrue();
      real.newTimeout(new Session(), 1, NANOSECONDS);
      WheelCensus census = real.census();
      while (census.nearest().orElseThrow().isPositive()) {
        census = real.census();
      }
      assertThat(census.overdue()).isOne();
      assertThat(census.pending()).isOne();
      mayGoOn.countDown();
    }
  }

  @Test
  void census_whileTheExecutorHoldsTheDriver_countsWhatHasFiredBehind() {
    List<WheelCensus> taken = new ArrayList<>();
    List<Long> fired = new ArrayList<>();
    AtomicReference<WheelTimer> held = new AtomicReference<>();
    held.set(
        WheelTimer.builder()
            .clock(clock)
            .taskExecutor(
                task -> {
                  taken.add(held.get().census());
                  fired.add(held.get().stats().fired());
                })
            .build());
    for (int i = 0; i < 3; i++) {
      held.get().newTimeout(new Session(), 10, MILLISECONDS);
    }
    held.get().schedule(new Named("later"), Duration.ofDays(2));
    clock.advance(TEN_MILLIS);
    assertThat(taken).extracting(WheelCensus::pending).containsExactly(3L, 2L, 1L);
    assertThat(taken).extracting(WheelCensus::overdue).containsExactly(2L, 1L, 0L);
    assertThat(taken.get(0).byKind()).containsEntry(HERE + "$Session", 2L);
    assertThat(taken.get(0).nearest()).contains(Duration.ZERO);
    assertThat(fired).containsExactly(1L, 2L, 3L);
  }

  @Test
  void census_whileTheExecutorIsBusy_namesWhatItWasHanded() throws Exception {
    CountDownLatch mayGoOn = new CountDownLatch(1);
    ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, SECONDS, new LinkedBlockingQueue<>());
    WheelTimer busy = WheelTimer.builder().clock(clock).taskExecutor(pool).build();
    try {
      pool.execute(() -> Waiting.forLatch(mayGoOn));
      pool.execute(() -> {}); // none of the timer's
      WheelTimer.builder().clock(clock).taskExecutor(pool).build().schedule(() -> {}, TEN_MILLIS);
      busy.newTimeout(new Session(), 5, MILLISECONDS);
      busy.newTimeout(new Session(), 6, MILLISECONDS);
      pool.execute((TimerTimeout) busy.newTimeout(new Session(), 1, SECONDS)); // it hasn't fired
      clock.advance(TEN_MILLIS);

      assertThat(busy.census().handedOn()).containsOnly(Map.entry(HERE + "$Session", 2L));
      assertThat(busy.census().pending()).isOne();
    } finally {
      mayGoOn.countDown();
      pool.close();
    }
    assertThat(busy.census().handedOn()).isEmpty();
  }

  @Test
  void census_whileTheExecutorIsBusy_namesWhatHadNoDelayToo() {
    CountDownLatch mayGoOn = new CountDownLatch(1);
    ArrayBlockingQueue<Runnable> queue = new ArrayBlockingQueue<>(10);
    ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, SECONDS, queue);
    WheelTimer busy = WheelTimer.builder().clock(clock).taskExecutor(pool).build();
    WheelTimer other = WheelTimer.builder().clock(clock).taskExecutor(pool).build();
    try {
      pool.execute(() -> Waiting.forLatch(mayGoOn));
      busy.newTimeout(new Session(), 0, SECONDS);
      busy.schedule(new Named("at once"), Duration.ZERO);
      other.schedule(new Named("of another"), Duration.ZERO);
      busy.schedule(new Asking(queue), Duration.ZERO);
      assertThat(busy.census().handedOn())
          .containsOnly(
              Map.entry(HERE + "$Session", 1L),
              Map.entry("at once", 1L),
              Map.entry("one of 4", 1L));
    } finally {
      mayGoOn.countDown();
      pool.close();
    }
  }

  @Test
  void census_withSampledStacks_saysWhereAndHowLongAgoTheyWereArmed() {
    WheelTimer sampling = WheelTimer.builder().clock(clock).sampleStacks(true).build();
    List<Timeout> timeouts = new ArrayList<>();
    clock.advance(Duration.ofSeconds(2));
    armMany(sampling, timeouts);
    clock.advance(Duration.ofSeconds(5));

    WheelCensus census = sampling.census();

    assertThat(census.oldest()).contains(Duration.ofSeconds(5));
    assertThat(census.armedAt()).hasSize(1);
    census
        .armedAt()
        .forEach(
            (stack, about) -> {
              assertThat(stack)
                  .startsWith(HERE + ".armMany(WheelCensusTest.java:")
                  .contains(" < ")
                  .doesNotContain("java.base/");
              assertThat(about).isBetween(5 * 1_024L, 80_000L); // 19.5 samples are expected
            });
    timeouts.forEach(Timeout::cancel);
    assertThat(sampling.census().armedAt()).isEmpty();
    assertThat(sampling.census().oldest()).isEmpty();
  }

  private static void armMany(WheelTimer timer, List<Timeout> timeouts) {
    for (int i = 0; i < 20_000; i++) {
      timeouts.add(timer.newTimeout(new Session(), 1, DAYS));
    }
  }

  @Test
  void census_withoutSampledStacks_knowsNoPlaceAndNoAge() {
    armMany(timer, new ArrayList<>());
    assertThat(timer.census().armedAt()).isEmpty();
    assertThat(timer.census().oldest()).isEmpty();
  }

  static Stream<Supplier<WheelTimer.Builder>> wheels() {
    return Stream.of(
        () -> WheelTimer.builder().shards(4), () -> WheelTimer.builder().shards(1).hashed(512));
  }

  @ParameterizedTest
  @MethodSource("wheels")
  void census_ofManyOnAllLevels_countsEachOnce(Supplier<WheelTimer.Builder> wheel) {
    Random random = new Random(31);
    WheelTimer many = wheel.get().clock(clock).tickDuration(Duration.ofMillis(1)).build();
    List<Timeout> timeouts = new ArrayList<>();
    for (int i = 0; i < 150_000; i++) {
      long millis = i % 2 == 0 ? 3_600_000 : 1 + random.nextInt(1 << (1 + random.nextInt(30)));
      timeouts.add(many.newTimeout(new Session(), millis, MILLISECONDS));
    }
    for (Timeout timeout : timeouts) {
      switch (random.nextInt(4)) {
        case 0 -> timeout.cancel();
        case 1 -> timeout.reschedule(1 + random.nextInt(1 << 20), MILLISECONDS);
        default -> {}
      }
    }
    for (int i = 0; i < 5; i++) {
      clock.advance(Duration.ofMillis(1 << (2 * i)));
      assertThat(many.census().pending()).isEqualTo(many.pendingTimeouts());
    }
    assertThat(many.census().pending()).isGreaterThan(50_000);
    many.stop();
    assertThat(many.census().pending()).isZero();
  }

  @Test
  void census_besideAThreadThatArmsAndCancels_goesOn() throws Exception {
    AtomicBoolean ends = new AtomicBoolean();
    try (WheelTimer real = WheelTimer.create()) {
      for (int i = 0; i < 1_000; i++) {
        real.schedule(new Named("stays"), Duration.ofDays(10_000));
      }
      Thread busy =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (!ends.get()) {
                      real.newTimeout(new Session(), 1, SECONDS).cancel();
                      real.newTimeout(new Session(), 1, MILLISECONDS);
                    }
                  });
      for (int i = 0; i < 200; i++) {
        assertThat(real.census().byKind()).containsKey("stays"); // a sweep may hide some
      }
      ends.set(true);
      busy.join();
      assertThat(real.census().byKind()).containsEntry("stays", 1_000L);
    }
  }

  @Test
  void census_ofTimeoutsOfManyThreads_visitsEachShard() throws Exception {
    try (WheelTimer real = WheelTimer.create()) {
      for (int i = 0; i < 20; i++) {
        Thread.ofPlatform().start(() -> real.newTimeout(new Session(), 1, DAYS)).join();
      }
      assertThat(real.census().byKind()).containsOnly(Map.entry(HERE + "$Session", 20L));
    }
  }

  @Test
  void census_ofVeryManyKinds_countsTheRestAsOthers() {
    for (int i = 0; i < 2_000; i++) {
      timer.schedule(new Named("kind " + i % 1_000), Duration.ofHours(1));
    }
    WheelCensus census = timer.census();
    assertThat(census.byKind()).hasSize(257).containsEntry("others", 1_488L);
    assertThat(census.byKind().values()).containsOnly(2L, 1_488L);
    assertThat(census.pending()).isEqualTo(2_000);
  }
}
