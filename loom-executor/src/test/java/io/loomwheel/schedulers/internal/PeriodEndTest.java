package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.schedulers.internal.Task.Periodic;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A period that is cancelled between the last check of that and the end of its run, or run again.
 */
class PeriodEndTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final Owner owner = new Owner(timer);
  private int runs;
  private Runnable asItEnds = () -> {};
  private Runnable asItIsArmed = () -> {};

  private final class Owner extends TaskOwner {
    Owner(WheelTimer timer) {
      super(
          new Settings(
              (cause, periodic) -> {
                throw new AssertionError(cause);
              },
              timer,
              false,
              null,
              true));
    }

    /** The last that is asked before the run is over. */
    @Override
    public OwnerState state() {
      if (runs == 1) {
        Runnable once = asItEnds;
        asItEnds = () -> {};
        once.run();
      }
      return OwnerState.OPEN;
    }

    @Override
    protected boolean rearm(Task task, long deadlineNanos, boolean atOnce) {
      Runnable once = asItIsArmed;
      asItIsArmed = () -> {};
      once.run();
      return super.rearm(task, deadlineNanos, atOnce);
    }
  }

  private static final class Cancellable extends Task {
    private boolean cancelled;

    Cancellable(TaskOwner owner, Runnable action) {
      super(owner, action);
    }

    /** As a future does: its outcome first, then whatever waits. */
    void cancel() {
      cancelled = true;
      withdraw();
    }

    @Override
    protected boolean isWanted() {
      return !cancelled;
    }
  }

  private void assertEndsWithTheFirstRun(Task task) {
    owner.arm(task, 10);
    clock.advance(Duration.ofNanos(10));
    assertThat(runs).isOne();
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(task.isDisposed()).isTrue();
    clock.advance(Duration.ofNanos(100));
    assertThat(runs).isOne();
  }

  @Test
  void cancel_asARunEnds_isNotArmedOnceMore() {
    Cancellable task = new Cancellable(owner, new Periodic(() -> runs++, 10, false));
    asItEnds = task::cancel;
    assertEndsWithTheFirstRun(task);
  }

  /** An executor has handed it to another thread, and throws: it is run in any case. */
  @ParameterizedTest
  @ValueSource(ints = {10, 0})
  void run_ofAPeriodThatHasRun_doesNothing(int period) {
    Cancellable task = new Cancellable(owner, new Periodic(() -> runs++, period, true));
    List<Integer> runsSoFar = new ArrayList<>();
    asItIsArmed =
        () -> {
          task.run();
          runsSoFar.add(runs);
          if (period == 0) {
            task.withdraw(); // else it would run without end
          }
        };
    owner.arm(task, 10);
    clock.advance(Duration.ofNanos(10));
    assertThat(runsSoFar).containsExactly(1);
    task.run();
    assertThat(runs).as("while it waits").isOne();
    clock.advance(Duration.ofNanos(10));
    assertThat(runs).isEqualTo(period == 0 ? 1 : 2);
  }

  @Test
  void dispose_asARunEnds_isNotArmedOnceMore() {
    Cancellable task = new Cancellable(owner, new Periodic(() -> runs++, 10, false));
    asItEnds = task::dispose;
    assertEndsWithTheFirstRun(task);
  }

  @Test
  void dispose_asARunEnds_holdsBeforeTheNextIsArmed() {
    Cancellable task = new Cancellable(owner, new Periodic(() -> runs++, 10, false));
    List<Boolean> disposed = new ArrayList<>();
    asItEnds = task::dispose;
    asItIsArmed = () -> disposed.add(task.isDisposed());
    assertEndsWithTheFirstRun(task);
    assertThat(disposed).containsExactly(true);
  }

  @Test
  void dispose_asARunEnds_whileTheTimerStops_endsTheTask() {
    Cancellable task = new Cancellable(owner, new Periodic(() -> runs++, 10, false));
    asItEnds = task::dispose;
    asItIsArmed = timer::stop;
    assertEndsWithTheFirstRun(task);
    assertThat(task.isWithdrawn()).as("and counted").isTrue();
  }
}
