package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.schedulers.internal.Task.Periodic;
import io.loomwheel.schedulers.internal.TaskOwner.OwnerState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a task says of itself at each stage, who may end it, and how often its owner hears of it.
 */
class TaskTest {
  private final FailingClock clock = new FailingClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final List<String> log = new ArrayList<>();
  private OwnerState state = OwnerState.OPEN;
  private boolean goesOn;

  private final class Owner extends TaskOwner {
    Owner(boolean interrupts) {
      super(new Settings((cause, periodic) -> handles(cause), timer, false, null, interrupts));
    }

    @Override
    public OwnerState state() {
      return state;
    }

    @Override
    protected void ended(Task task) {
      log.add("ended");
    }
  }

  private boolean handles(Throwable cause) {
    log.add("failed: " + cause.getMessage());
    if (cause instanceof Error error) {
      throw error; // as a handler that fails too
    }
    return goesOn;
  }

  private final class Logged extends Task {
    Logged(boolean interrupts, Runnable action) {
      super(new Owner(interrupts), action);
    }

    @Override
    protected void notAgain(Runnable last) {
      log.add("not again");
    }

    Logged arm(long delayNanos) {
      assertThat(new Owner(true).arm(this, delayNanos)).isTrue();
      return this;
    }
  }

  private final Runnable action =
      new Runnable() {
        @Override
        public void run() {
          log.add("run");
        }

        @Override
        public String toString() {
          return "action";
        }
      };

  private Logged task() {
    return new Logged(true, action);
  }

  private Logged period(Runnable runs, long nanos) {
    return new Logged(true, new Periodic(runs, nanos, false));
  }

  private void passTo(long nanos) {
    clock.hand.advanceTo(nanos);
  }

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  @Test
  void task_thatWaits_saysWhatItRuns() {
    Logged task = task().arm(10);
    assertThat(task).hasToString("Task[pending, action]");
    assertThat(task.action()).isSameAs(action);
    assertThat(task.kind()).isSameAs(action);
    assertThat(task.isPeriodic()).isFalse();
    assertThat(task.mayRun()).isTrue();
    assertThat(task.isWithdrawn()).isFalse();
    Logged period = period(action, 10);
    assertThat(period.action()).isSameAs(action);
    assertThat(period.kind()).isSameAs(action);
    assertThat(period.isPeriodic()).isTrue();
  }

  @Test
  void task_thatHasRun_holdsNothing() {
    Logged task = task().arm(10);
    passTo(10);
    assertThat(log).containsExactly("run", "ended");
    assertThat(task).hasToString("Task[done]");
    assertThat(task.action()).isNull();
    assertThat(task.kind()).isNull();
    assertThat(task.isDisposed()).isTrue();
    assertThat(task.isWithdrawn()).isFalse();
    assertThat(task.mayRun()).isFalse();
    assertThat(task.withdraw()).isFalse();
    assertThat(task.endRun()).isFalse();
    task.dispose();
    task.run();
    assertThat(task).hasToString("Task[done]");
    assertThat(log).containsExactly("run", "ended");
  }

  @Test
  void withdraw_beforeTheRun_isTheEnd() {
    Logged task = task().arm(10);
    assertThat(task.withdraw()).isTrue();
    assertThat(task.withdraw()).isFalse();
    assertThat(task.isWithdrawn()).isTrue();
    assertThat(task.mayRun()).isFalse();
    assertThat(task).hasToString("Task[disposed]");
    assertThat(timer.pendingTimeouts()).isZero();
    task.run();
    passTo(100);
    assertThat(log).as("by each withdrawal").containsExactly("ended", "ended");
  }

  @Test
  void revoke_saysThatItRunsNotAgain_once() {
    Logged task = task().arm(10);
    assertThat(task.revoke()).isTrue();
    assertThat(task.revoke()).isFalse();
    assertThat(log).containsExactly("not again", "ended");
    Logged done = task().arm(10);
    passTo(20);
    assertThat(done.revoke()).isFalse();
    Logged withdrawn = task();
    assertThat(withdrawn.withdraw()).isTrue();
    assertThat(withdrawn.revoke()).isFalse();
    assertThat(log).containsExactly("not again", "ended", "run", "ended", "ended");
  }

  @Test
  void withdraw_byTheTaskItself_isTooLate() {
    Logged[] task = new Logged[1];
    task[0] =
        new Logged(
            true,
            () -> {
              log.add(task[0].toString().replaceAll("Thread\\[.*?], .*", "it"));
              log.add("disposed: " + task[0].isDisposed());
              log.add("withdrawn: " + task[0].withdraw());
              log.add("may run: " + task[0].mayRun());
            });
    task[0].arm(10);
    passTo(10);
    assertThat(log)
        .containsExactly(
            "Task[running on it", "disposed: false", "withdrawn: false", "may run: true", "ended");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void dispose_byAnother_interruptsIfTheOwnerSaysSo(boolean interrupts) {
    Logged[] task = new Logged[1];
    task[0] =
        new Logged(
            interrupts,
            () -> {
              CompletableFuture.runAsync(task[0]::dispose).join(); // keeps an interrupt
              log.add(task[0].toString().replaceAll("Thread\\[.*?]", "it"));
              log.add(task[0].isDisposed() + ", " + Thread.currentThread().isInterrupted());
            });
    task[0].arm(10);
    passTo(10);
    assertThat(log)
        .containsExactly(
            interrupts ? "Task[interrupted]" : "Task[running on it]",
            "true, " + interrupts,
            "ended");
    assertThat(Thread.currentThread().isInterrupted()).as("its own affair").isFalse();
  }

  @Test
  void endRun_interruptsARunningTaskAlone_asOftenAsItIsCalled() {
    Logged waits = task().arm(10);
    assertThat(waits.endRun()).isFalse();
    Logged[] task = new Logged[1];
    task[0] =
        new Logged(
            true,
            () -> {
              for (int i = 0; i < 2; i++) {
                log.add(task[0].endRun() + ", " + Thread.interrupted());
              }
            });
    task[0].arm(5);
    passTo(5);
    assertThat(log).containsExactly("true, true", "true, true", "ended");
    assertThat(task[0].endRun()).isFalse();
  }

  @Test
  void closedOwner_hasATaskEndUnrun() {
    Logged task = task().arm(10);
    state = OwnerState.CLOSED;
    passTo(10);
    assertThat(log).containsExactly("ended");
    assertThat(task.isWithdrawn()).isTrue();
  }

  @Test
  void endPeriods_withdrawsAPeriodThatWaits_andNothingElse() {
    Logged period = period(action, 10).arm(10);
    Logged once = task().arm(10);
    period.endPeriods();
    once.endPeriods();
    assertThat(period.isWithdrawn()).isTrue();
    assertThat(once.isWithdrawn()).isFalse();
    passTo(10);
    assertThat(log).containsExactly("ended", "run", "ended");
  }

  @Test
  void drainedOwner_hasAPeriodEndAfterItsRun() {
    Logged task =
        period(
            () -> {
              log.add("run");
              state = OwnerState.DRAINING;
            },
            10);
    task.arm(10);
    passTo(100);
    assertThat(log).containsExactly("run", "not again", "ended");
    assertThat(task).hasToString("Task[done]");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void periodThatThrows_goesOnIfItsOwnerSaysSo(boolean on) {
    goesOn = on;
    period(
            () -> {
              throw new IllegalStateException("on purpose");
            },
            10)
        .arm(10);
    passTo(20);
    if (on) {
      assertThat(log).containsExactly("failed: on purpose", "failed: on purpose");
    } else {
      assertThat(log).containsExactly("failed: on purpose", "not again", "ended");
    }
  }

  @Test
  void handlerThatThrows_endsThePeriod() {
    goesOn = true;
    period(
            () -> {
              throw new AssertionError("on purpose");
            },
            10)
        .arm(10);
    passTo(20);
    assertThat(log).containsExactly("failed: on purpose", "not again", "ended");
  }

  @Test
  void clockThatThrows_afterARun_costsThePeriodNothing() {
    Logged task =
        new Logged(
            true,
            new Periodic(
                () -> {
                  log.add("run");
                  clock.fail(log.size() == 1 ? 1 : 0);
                },
                10,
                true));
    task.arm(10);
    passTo(20);
    assertThat(log).containsExactly("run", "run");
    assertThat(timer.pendingTimeouts()).isOne();
  }

  @Test
  void timerThatIsStoppedDuringARun_endsThePeriod() {
    Logged task =
        period(
            () -> {
              log.add("run");
              timer.stop();
            },
            10);
    task.arm(10);
    passTo(10);
    assertThat(log).containsExactly("run", "not again", "ended");
    assertThat(task.isDisposed()).isTrue();
  }

  @Test
  void stoppedTimer_revokesATaskThatWaits() {
    Logged task = task().arm(10);
    timer.stop();
    assertThat(task.isWithdrawn()).isTrue();
    assertThat(log).containsExactly("not again", "ended");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nextPeriod_isDueAfterTheDeadline_orAfterTheEndOfTheRun(boolean fromEnd) {
    List<Long> at = new ArrayList<>();
    Runnable takesSeven =
        () -> {
          at.add(clock.nanoTime());
          passTo(clock.nanoTime() + 7);
        };
    new Logged(true, new Periodic(takesSeven, 10, fromEnd)).arm(10);
    passTo(50);
    assertThat(at).isEqualTo(fromEnd ? List.of(10L, 27L, 44L) : List.of(10L, 20L, 30L, 40L, 50L));
  }

  @Test
  void owner_thatThrowsAsItDiscards_isToldOfTheEndAllTheSame() {
    Task task =
        new Task(
            new TaskOwner(
                new TaskOwner.Settings((cause, periodic) -> false, timer, false, null, true)) {
              @Override
              public OwnerState state() {
                return OwnerState.OPEN;
              }

              @Override
              protected void discard(Task discarded) {
                throw new IllegalStateException("on purpose");
              }

              @Override
              protected void ended(Task ended) {
                log.add("ended");
              }
            },
            action) {};
    assertThatThrownBy(task::withdraw).hasMessage("on purpose");
    assertThat(log).containsExactly("ended");
    assertThat(task.isWithdrawn()).isTrue();
  }

  @Test
  void dispose_byATaskThatWasDisposedOfBefore_asItsOwnerEnds_interruptsItNoMore() {
    Logged[] task = new Logged[1];
    task[0] =
        new Logged(
            true,
            () -> {
              CompletableFuture.runAsync(task[0]::dispose).join();
              log.add("by another: " + Thread.interrupted());
              state = OwnerState.CLOSED;
              task[0].dispose();
              log.add("by itself: " + Thread.interrupted());
              CompletableFuture.runAsync(task[0]::dispose).join();
              log.add("by the end: " + Thread.interrupted());
              CompletableFuture.runAsync(task[0]::dispose).join();
              log.add("again: " + Thread.interrupted());
            });
    task[0].arm(10);
    passTo(10);
    assertThat(log)
        .containsExactly(
            "by another: true", "by itself: false", "by the end: true", "again: false", "ended");
  }

  @Test
  void dispose_ofATaskThatWasWithdrawn_hasItsOwnerHearOfTheEndOnceMore() {
    Logged task = task().arm(10);
    task.dispose();
    assertThat(log).containsExactly("ended");
    task.dispose();
    assertThat(log).containsExactly("ended", "ended");
  }
}
