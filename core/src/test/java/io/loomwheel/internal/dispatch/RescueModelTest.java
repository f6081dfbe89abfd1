package io.loomwheel.internal.dispatch;

import io.loomwheel.internal.dispatch.Rescue.BackupThreads;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Threads that call backup threads at once, in many orders of their steps. */
class RescueModelTest {
  @Test
  void call_oneIsMissingToTheMost_inAnyOrderOfSteps_oneIsStarted() {
    new ModelCheckingOptions()
        .iterations(1)
        .invocationsPerIteration(200)
        .threads(2)
        .actorsPerThread(1)
        .actorsBefore(0)
        .actorsAfter(0)
        .minimizeFailedScenario(false)
        .recursionBound(100) // more than stack is asked for
        .check(LastPlace.class);
  }

  /** A backup thread stays here, as where tasks block. */
  public static final class LastPlace extends BackupThreads {
    private final AtomicInteger started = new AtomicInteger();
    private final Rescue rescue =
        Relays.relay(worker -> {}, new ConcurrentLinkedQueue<>(), this).rescue;

    public LastPlace() {
      for (int i = 1; i < Rescue.MOST; i++) {
        rescue.call();
      }
    }

    @Operation
    public void call() {
      rescue.call();
    }

    @Validate
    public void atMostTheMost() {
      if (started.get() != Rescue.MOST) {
        throw new IllegalStateException(started + " of at most " + Rescue.MOST);
      }
    }

    @Override
    public void later(Runnable check, long nanos) {}

    @Override
    public void startBackup(Runnable backup) {
      started.incrementAndGet();
    }

    @Override
    public void log(boolean lasts) {}
  }
}
