package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the time of an idle timer is up, to the nanosecond. */
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

  @Test
  void begin_noElement_isUpAfterTheFirstTime() {
    IdleTimer idle = begun(1000, 200);
    passTo(999);
    assertThat(up).isEmpty();
    assertThat(idle.isDone()).isFalse();
    passTo(5000);
    assertThat(up).containsExactly("up at 1000");
    assertThat(idle.isDone()).isTrue();
    assertThat(idle.isFirstMissing()).isTrue();
    assertThat(idle.enter()).isFalse();
    assertThat(idle.finish()).isFalse();
    assertThat(timer.pendingTimeouts()).isZero();
  }

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
  void begin_afterTheFirstElement_isRefused() {
    IdleTimer idle = idle(100, 1000);
    assertThat(idle.arm()).isTrue();
    element(idle);
    assertThat(idle.begin()).isFalse();
    passTo(5000);
    assertThat(up).containsExactly("up at 1000");
    assertThat(idle.isFirstMissing()).isFalse();
  }

  @Test
  void leave_longFirstTime_bringsTheTimeoutForward() {
    IdleTimer idle = begun(1000, 100);
    passTo(10);
    element(idle);
    passTo(5000);
    assertThat(up).containsExactly("up at 110");
  }

  @Test
  void leave_againAndAgain_isUpOnceNoneHasComeForTheWholeTime() {
    IdleTimer idle = begun(800, 800);
    for (int now = 0; now <= 4000; now += 50) { // an eighth is 100
      passTo(now);
      element(idle);
    }
    assertThat(up).isEmpty();
    passTo(9000);
    assertThat(up).containsExactly("up at 4800");
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
  void enter_whileAnElementIsDelivered_noTimePasses() {
    IdleTimer idle = begun(100, 100);
    assertThat(idle.enter()).isTrue();
    passTo(1234);
    assertThat(up).isEmpty();
    idle.leave();
    passTo(5000);
    assertThat(up).containsExactly("up at 1334");
  }

  @Test
  void enter_fromWithinADelivery_theOuterLeaveStartsTheTime() {
    IdleTimer idle = begun(100, 100);
    assertThat(idle.enter()).isTrue();
    assertThat(idle.enter()).isTrue();
    idle.leave();
    passTo(1000);
    assertThat(up).isEmpty();
    idle.leave();
    passTo(5000);
    assertThat(up).containsExactly("up at 1100");
  }

  @Test
  void finish_inTime_endsIt() {
    IdleTimer idle = begun(100, 100);
    assertThat(idle.finish()).isTrue();
    assertThat(idle.isDone()).isTrue();
    assertThat(idle.finish()).isFalse();
    assertThat(idle.enter()).isFalse();
    assertThat(timer.pendingTimeouts()).isZero();
    passTo(5000);
    assertThat(up).isEmpty();
  }

  @Test
  void finish_whileAnElementIsDelivered_theLeaveAfterItStartsNoTime() {
    IdleTimer idle = begun(100, 100);
    assertThat(idle.enter()).isTrue();
    assertThat(idle.finish()).isTrue();
    idle.leave();
    assertThat(idle.isDone()).isTrue();
    assertThat(idle.enter()).isFalse();
    passTo(5000);
    assertThat(up).isEmpty();
    assertThat(timer.stats().rescheduled()).isZero();
  }

  @Test
  void stop_beforeTheTimeIsUp_leavesNothingInTheWheel() {
    IdleTimer idle = begun(100, 100);
    idle.stop();
    idle.stop();
    assertThat(timer.pendingTimeouts()).isZero();
    passTo(5000);
    assertThat(up).isEmpty();
  }

  @Test
  void arm_onAStoppedTimer_saysSo() {
    timer.stop();
    assertThat(idle(100, 100).arm()).isFalse();
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
