package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of an idle timer's node; {@code IdleTimeoutContract} says when it is up. */
class IdleTimerTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final List<String> up = new ArrayList<>();

  private IdleTimer idle(long firstNanos, long idleNanos) {
    return new IdleTimer(
        timer, firstNanos, idleNanos, () -> up.add("up at " + timer.clock().nanoTime()));
  }

  private IdleTimer begun(long firstNanos, long idleNanos) {
    IdleTimer idle = idle(firstNanos, idleNanos);
    assertThat(idle.arm()).isTrue();
    assertThat(idle.begin()).isTrue();
    return idle;
  }

  private static void element(IdleTimer idle) {
    assertThat(idle.enter()).isTrue();
    idle.leave();
  }

  private void passTo(long nanos) {
    clock.advanceTo(nanos);
  }

  /** No time is a multiple of another, as those of the contract are. */
  @Test
  void begin_longAfterItWasArmed_countsFromThere() {
    IdleTimer idle = idle(100, 1000);
    assertThat(idle.arm()).isTrue();
    passTo(530); // it has looked at 100, 200 and so on
    assertThat(idle.begin()).isTrue();
    assertThat(idle.begin()).isFalse();
    passTo(5000);
    assertThat(up).containsExactly("up at 630");
  }

  @Test
  void leave_aLittleLater_leavesTheNode_whichIsArmedForTheRest() {
    IdleTimer idle = begun(800, 800);
    passTo(50);
    element(idle);
    passTo(800);
    assertThat(timer.stats().rescheduled()).isZero();
    passTo(9000);
    assertThat(up).containsExactly("up at 850");
  }

  @Test
  void leave_muchLater_reschedulesTheNodeInPlace() {
    IdleTimer idle = begun(800, 800);
    passTo(101);
    element(idle);
    assertThat(timer.stats().rescheduled()).isOne();
    passTo(9000);
    assertThat(up).containsExactly("up at 901");
  }

  @Test
  void leave_withSlack_leavesTheNodeWhoseDeadlineWasRoundedUp() {
    WheelTimer slack = WheelTimer.builder().clock(clock).slack(3).build();
    IdleTimer idle = new IdleTimer(slack, 800, 800, () -> up.add("up at " + clock.nanoTime()));
    assertThat(idle.arm()).isTrue();
    assertThat(idle.begin()).isTrue();
    element(idle);
    assertThat(slack.stats().rescheduled()).isZero();
    passTo(832);
    assertThat(up).containsExactly("up at 832");
  }

  @Test
  void run_theTimeoutItselfFails_isOver() {
    List<Throwable> failures = new ArrayList<>();
    WheelTimer reporting =
        WheelTimer.builder()
            .clock(clock)
            .taskExecutor(
                task -> {
                  try {
                    task.run();
                  } catch (IllegalStateException failure) {
                    failures.add(failure);
                  }
                })
            .build();
    IdleTimer idle =
        new IdleTimer(
            reporting,
            100,
            100,
            () -> {
              throw new IllegalStateException("on purpose");
            });
    idle.arm();
    idle.begin();
    passTo(100);
    assertThat(failures).hasSize(1);
    assertThat(idle.isDone()).isTrue();
    assertThat(reporting.pendingTimeouts()).isZero();
  }

  /** {@return an idle timer of 100 ns, both times, whose clock fails as an element leaves at 50} */
  private IdleTimer leftAsTheClockFails(FailingClock failing) {
    WheelTimer onFailing = WheelTimer.builder().clock(failing).build();
    IdleTimer idle =
        new IdleTimer(onFailing, 100, 100, () -> up.add("up at " + failing.nanoTime()));
    idle.arm();
    idle.begin();
    failing.hand.advanceTo(50);
    assertThat(idle.enter()).isTrue();
    failing.fail(1);
    assertThatThrownBy(idle::leave).hasMessage("clock, on purpose");
    return idle;
  }

  @Test
  void leave_theClockFails_theNextElementIsInTimeAllTheSame() {
    FailingClock failing = new FailingClock();
    IdleTimer idle = leftAsTheClockFails(failing);
    failing.hand.advanceTo(70);
    element(idle);
    failing.hand.advanceTo(5000);
    assertThat(up).containsExactly("up at 170");
  }

  @Test
  void leave_theClockFails_theTimeBeginsAsTheNodeFires() {
    FailingClock failing = new FailingClock();
    IdleTimer idle = leftAsTheClockFails(failing);
    failing.hand.advanceTo(5000);
    assertThat(up).containsExactly("up at 200");
    assertThat(idle.engine().pending()).isZero();
  }

  @Test
  void run_theClockFails_looksAgainAfterAnEighthOfTheTime() {
    FailingClock failing = new FailingClock();
    List<Long> looks = new ArrayList<>();
    WheelTimer onFailing =
        WheelTimer.builder()
            .clock(failing)
            .taskExecutor(
                task -> {
                  looks.add(failing.nanoTime());
                  failing.fail(looks.size() < 3 ? 1 : 0);
                  try {
                    task.run();
                  } catch (IllegalStateException onPurpose) {
                    // as an executor's thread would
                  }
                })
            .build();
    IdleTimer idle = new IdleTimer(onFailing, 800, 1600, () -> up.add("up"));
    idle.arm();
    idle.begin();
    failing.hand.advanceTo(5000);
    assertThat(looks).containsExactly(800L, 900L, 1000L);
    assertThat(up).containsExactly("up");
    assertThat(onFailing.pendingTimeouts()).isZero();
  }
}
