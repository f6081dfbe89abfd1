package io.loomwheel;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.hangwatch.Logs;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Who hears of a failure, and what of. */
class FailureReportTest {
  private static final String LOGGED = "A task of timer 'loomwheel' failed: Timeout[expired, task:";

  private final ManualClock clock = new ManualClock();
  private final List<Timeout> reported = new ArrayList<>();
  private final WheelTimer.Builder builder = WheelTimer.builder().clock(clock);
  private Timeout failing;

  /** A node of another module: not a timeout of the public API. */
  private static final class Foreign extends WheelNode {
    @Override
    public void run() {
      claimRun();
    }

    @Override
    public String toString() {
      return "foreign";
    }
  }

  /** {@return what is logged as a task of the timer fails} */
  private String logOfAFailure(WheelTimer timer) {
    failing =
        timer.newTimeout(
            timeout -> {
              throw new IllegalStateException("on purpose");
            },
            1,
            SECONDS);
    String log = Logs.of(() -> clock.advance(Duration.ofSeconds(1)));
    assertThat(timer.stats().failed()).isOne();
    return log;
  }

  @Test
  void failure_withoutAHandler_isLoggedWithItsStack() {
    assertThat(logOfAFailure(builder.build()))
        .containsOnlyOnce(LOGGED)
        .contains("IllegalStateException: on purpose")
        .doesNotContain("Suppressed", "handler");
  }

  @Test
  void failure_ofTheClockOnTheDriver_isLogged_andTheTimerGoesOn() {
    AtomicBoolean broken = new AtomicBoolean(true);
    AtomicBoolean ran = new AtomicBoolean();
    NanoClock hiccup =
        () -> {
          if (Thread.currentThread().getName().endsWith("-driver") && broken.getAndSet(false)) {
            throw new IllegalStateException("no time");
          }
          return System.nanoTime();
        };
    try (WheelTimer timer = WheelTimer.builder().name("hiccup").clock(hiccup).build()) {
      String log =
          Logs.of(
              () -> {
                timer.schedule(() -> ran.set(true), Duration.ofMillis(1));
                while (!ran.get()) {
                  Waiting.spin();
                }
              });
      assertThat(log)
          .containsOnlyOnce("Turning the wheels of timer 'hiccup' failed; going on")
          .contains("IllegalStateException: no time");
    }
  }

  @Test
  void failure_thatAHandlerTakes_isReportedWithItsHandleAndNotLogged() {
    WheelTimer timer = builder.onFailure((timeout, e) -> reported.add(timeout)).build();
    assertThat(logOfAFailure(timer)).isEmpty();
    assertThat(reported).hasSize(1).first().isSameAs(failing);
  }

  @Test
  void failure_whoseHandlerFails_isLoggedWithBoth() {
    WheelTimer timer =
        builder
            .onFailure(
                (timeout, e) -> {
                  throw new AssertionError("the handler fails too");
                })
            .build();
    assertThat(logOfAFailure(timer))
        .containsOnlyOnce(LOGGED)
        .contains("on purpose")
        .contains("the handler fails too");
  }

  /** As one that is thrown often, and made without a stack. */
  @Test
  void failure_thatKeepsNothingSuppressed_isLoggedBesideThatOfItsHandler() {
    WheelTimer timer =
        builder
            .onFailure(
                (timeout, e) -> {
                  throw new IllegalStateException("the handler fails too");
                })
            .build();
    RuntimeException bare = new RuntimeException("bare", null, false, false) {};
    timer.schedule(() -> Callbacks.throwIfAny(bare), Duration.ofSeconds(1));
    assertThat(Logs.of(() -> clock.advance(Duration.ofSeconds(1))))
        .containsOnlyOnce(LOGGED)
        .containsOnlyOnce("bare")
        .containsOnlyOnce("The failure handler of timer 'loomwheel' failed")
        .contains("the handler fails too");
  }

  @Test
  void failure_thatItsHandlerRethrows_isLoggedOnce_andNotChanged() {
    WheelTimer timer =
        builder
            .onFailure(
                (timeout, e) -> {
                  throw (RuntimeException) e;
                })
            .build();
    assertThat(logOfAFailure(timer)).containsOnlyOnce("on purpose").doesNotContain("handler");
  }

  @Test
  void failure_ofAForeignNode_isReportedWithAHandleToIt() {
    WheelTimer timer = builder.onFailure((timeout, e) -> reported.add(timeout)).build();
    Foreign node = new Foreign();
    TimerAccess.engineOf(timer).arm(node, 10);
    timer.failed(node, new IllegalStateException("on purpose"));
    assertThat(reported).hasSize(1);
    Timeout handle = reported.getFirst();
    assertThat(handle.timer()).isSameAs(timer);
    assertThat(handle.task()).isNull();
    assertThat(handle).hasToString("foreign");
    assertThat(handle.isExpired()).isFalse();
    assertThat(handle.reschedule(5, SECONDS)).isTrue();
    assertThat(node.deadlineNanos()).isEqualTo(SECONDS.toNanos(5));
    clock.advance(Duration.ofSeconds(5));
    assertThat(handle.isExpired()).isTrue();
    assertThat(handle.reschedule(5, SECONDS)).isFalse();
    assertThat(handle.cancel()).isFalse();
    assertThat(handle.isCancelled()).isFalse();
  }

  @Test
  void handleToAForeignNode_cancelsIt() {
    WheelTimer timer = builder.onFailure((timeout, e) -> reported.add(timeout)).build();
    Foreign node = new Foreign();
    TimerAccess.engineOf(timer).arm(node, 10);
    timer.failed(node, new IllegalStateException("on purpose"));
    assertThat(reported.getFirst().cancel()).isTrue();
    assertThat(reported.getFirst().isCancelled()).isTrue();
    assertThat(node.isCancelled()).isTrue();
  }
}
