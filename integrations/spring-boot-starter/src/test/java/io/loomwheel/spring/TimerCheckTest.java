package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.NanoClock;
import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.spring.LoomwheelProperties.HealthProperties;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What the health endpoint says of a timer. */
class TimerCheckTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String OVER_292_YEARS = "P200000D";
  private static final HealthProperties PATIENT = new HealthProperties(HOUR, HOUR);

  private static Map<String, Object> details(WheelTimer timer, HealthProperties properties) {
    return new TimerCheck(timer, properties).details();
  }

  @Test
  void health_theOtherAutoConfigurationIsExcluded_isThere() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(LoomwheelHealthAutoConfiguration.class))
        .run(context -> assertThat(context).hasBean("loomwheelHealthIndicator"));
  }

  @Test
  void health_theApplicationHasAContributorOfItsOwn_isNotThere() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(LoomwheelHealthAutoConfiguration.class))
        .withBean("loomwheelHealthContributor", Object.class)
        .run(context -> assertThat(context).doesNotHaveBean("loomwheelHealthIndicator"));
  }

  @Test
  void details_ofATimerInTime_haveNoProblem() {
    try (WheelTimer timer = WheelTimer.create()) {
      timer.schedule(() -> {}, HOUR);
      assertThat(details(timer, PATIENT))
          .containsEntry("pending", 1L)
          .containsEntry("refused", 0L)
          .containsKey("latenessP99")
          .doesNotContainKey("problem");
    }
  }

  @Test
  void details_ofATimerWhoseClockLeapt_sayThatTimeoutsWereLate() throws InterruptedException {
    AtomicLong now = new AtomicLong();
    CountDownLatch fired = new CountDownLatch(1);
    try (WheelTimer timer = WheelTimer.builder().clock(now::get).build()) {
      timer.schedule(fired::countDown, Duration.ofMillis(1));
      now.set(TimeUnit.SECONDS.toNanos(10));
      assertThat(fired.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(details(timer, new HealthProperties(Duration.ofSeconds(1), HOUR)).get("problem"))
          .asString()
          .startsWith("timeouts were late: more than PT1S plus a tick");
    }
  }

  @Test
  void details_ofATimerWhoseClockFails_sayThat() {
    AtomicBoolean fails = new AtomicBoolean();
    NanoClock clock =
        () -> {
          if (fails.get()) {
            throw new IllegalStateException("on purpose");
          }
          return System.nanoTime();
        };
    try (WheelTimer timer = WheelTimer.builder().clock(clock).build()) {
      timer.schedule(() -> {}, HOUR);
      fails.set(true);
      assertThat(details(timer, PATIENT))
          .containsEntry("pending", 1L)
          .containsEntry(
              "problem",
              "the clock of the timer fails: java.lang.IllegalStateException: on purpose");
      assertThat(timer.census().pending()).isOne();
      fails.set(false);
    }
  }

  @Test
  void details_ofATimerThatIsLateByItsTick_haveNoProblem() {
    ManualClock clock = new ManualClock();
    WheelTimer timer =
        WheelTimer.builder().clock(clock).tickDuration(Duration.ofSeconds(4)).build();
    timer.schedule(() -> {}, Duration.ofMillis(1)); // fires at the end of its tick
    clock.advance(timer.tickDuration());
    assertThat(details(timer, new HealthProperties(Duration.ofSeconds(1), HOUR)))
        .doesNotContainKey("problem")
        .doesNotContainEntry("latenessP99", "PT0S");
  }

  @Test
  void details_ofADriverThatIsHeldUp_sayThatItIsLate() throws InterruptedException {
    CountDownLatch mayGoOn = new CountDownLatch(1);
    try (WheelTimer timer = heldUp(mayGoOn)) {
      assertThat(details(timer, new HealthProperties(Duration.ofMillis(20), HOUR)).get("problem"))
          .asString()
          .startsWith("the driver is late: timeouts are due");
      mayGoOn.countDown();
    }
  }

  @Test
  void details_ofADriverThatHoldsWhatHasFired_sayThatItIsLate() throws InterruptedException {
    CountDownLatch mayGoOn = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    AtomicLong now = new AtomicLong();
    try (WheelTimer timer =
        WheelTimer.builder().clock(now::get).taskExecutor(Runnable::run).build()) {
      for (int i = 0; i < 2; i++) {
        timer.newTimeout(
            timeout -> {
              held.countDown();
              mayGoOn.await();
            },
            1,
            TimeUnit.MILLISECONDS);
      }
      now.set(TimeUnit.MILLISECONDS.toNanos(10));
      assertThat(held.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(timer.nanosToNextExpiry()).isEmpty();
      assertThat(details(timer, new HealthProperties(Duration.ofMillis(20), HOUR)).get("problem"))
          .asString()
          .startsWith("the driver is late: timeouts are due");
      mayGoOn.countDown();
    }
  }

  @Test
  void details_askedByAnInterruptedThread_doNotWaitForTheDriver() throws InterruptedException {
    CountDownLatch mayGoOn = new CountDownLatch(1);
    try (WheelTimer timer = heldUp(mayGoOn)) {
      Thread.currentThread().interrupt();
      assertThat(details(timer, PATIENT)).doesNotContainKey("problem");
      assertThat(Thread.interrupted()).isTrue();
      mayGoOn.countDown();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1H", OVER_292_YEARS})
  void details_ofADriverThatGoesOnWithinItsTime_haveNoProblem(Duration most) throws Exception {
    CountDownLatch mayGoOn = new CountDownLatch(1);
    try (WheelTimer timer = heldUp(mayGoOn)) {
      FutureTask<Map<String, Object>> check =
          new FutureTask<>(() -> details(timer, new HealthProperties(most, HOUR)));
      Thread checking = Thread.ofPlatform().start(check);
      while (checking.getState() != Thread.State.TIMED_WAITING && !check.isDone()) {
        Waiting.spin(); // until it watches the driver
      }
      mayGoOn.countDown();
      assertThat(check.get(60, TimeUnit.SECONDS)).doesNotContainKey("problem");
    }
  }

  /** {@return a timer whose driver runs a task, while the next timeout is due} */
  private static WheelTimer heldUp(CountDownLatch mayGoOn) throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    WheelTimer timer = WheelTimer.builder().taskExecutor(Runnable::run).build();
    timer.newTimeout(
        timeout -> {
          held.countDown();
          mayGoOn.await();
        },
        1,
        TimeUnit.MILLISECONDS);
    assertThat(held.await(60, TimeUnit.SECONDS)).isTrue();
    timer.newTimeout(timeout -> {}, 1, TimeUnit.NANOSECONDS);
    while (timer.nanosToNextExpiry().orElseThrow() > 0) {
      Waiting.spin(); // until the end of its tick
    }
    return timer;
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1H", OVER_292_YEARS})
  void details_afterARefusal_sayItForAWhile(Duration refusedFor) {
    try (WheelTimer timer = WheelTimer.builder().maxPendingTimeouts(1).build()) {
      timer.schedule(() -> {}, HOUR);
      assertThatThrownBy(() -> timer.schedule(() -> {}, HOUR))
          .isInstanceOf(RejectedExecutionException.class);
      TimerCheck check = new TimerCheck(timer, new HealthProperties(HOUR, refusedFor));
      assertThat(check.details().get("problem"))
          .asString()
          .startsWith("timeouts were refused in the last " + refusedFor);
      assertThat(check.details()).containsEntry("refused", 1L).containsKey("problem");
    }
  }

  @Test
  void details_firstLookedAtLongAfterARefusal_haveNoProblem() {
    try (WheelTimer timer = WheelTimer.builder().maxPendingTimeouts(1).build()) {
      timer.schedule(() -> {}, HOUR);
      assertThatThrownBy(() -> timer.schedule(() -> {}, HOUR))
          .isInstanceOf(RejectedExecutionException.class);
      assertThat(details(timer, new HealthProperties(HOUR, Duration.ofNanos(1))))
          .containsEntry("refused", 1L)
          .doesNotContainKey("problem");
    }
  }

  @Test
  void details_ofAStoppedTimer_sayThatItIsStopped() {
    WheelTimer timer = WheelTimer.create();
    timer.close();
    assertThat(details(timer, PATIENT)).containsEntry("problem", "the timer is stopped");
  }
}
