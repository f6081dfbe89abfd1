package io.loomwheel.loom.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A period that is cancelled between the last look at that and the end of its run. */
class PeriodEndTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final Owner owner = new Owner(timer);
  private int runs;
  private Runnable asItEnds = () -> {};

  private final class Owner extends TaskOwner {
    Owner(WheelTimer timer) {
      super(timer, null, true);
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
    public boolean failed(Throwable cause, boolean periodic) {
      throw new AssertionError(cause);
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

  @Test
  void dispose_asARunEnds_isNotArmedOnceMore() {
    Cancellable task = new Cancellable(owner, new Periodic(() -> runs++, 10, false));
    asItEnds = task::dispose;
    assertEndsWithTheFirstRun(task);
  }
}
