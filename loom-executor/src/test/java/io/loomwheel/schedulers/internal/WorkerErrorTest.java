package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.errorpoints.ErrorPoints;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of the stack at each call as a task is submitted to a Worker, one after the other. */
class WorkerErrorTest {
  private static final ErrorPoints POINTS =
      new ErrorPoints(Set.of(), List.of("io.loomwheel.schedulers.internal."));

  @ParameterizedTest
  @ValueSource(longs = {0, 1_000_000, 9_000_000})
  void submit_errorAtAnyCall_theOtherTasksRun_andNothingIsLeft(long delayNanos) throws Exception {
    assertThat(POINTS.failAtEach(TestOfSubmission.class, delayNanos)).isGreaterThan(20);
  }

  record TestOfSubmission(long delayNanos) implements IntPredicate {
    @Override
    public boolean test(int call) {
      return new TestScene().failedAt(call, delayNanos);
    }
  }

  private static final class TestScene extends OnManualClock {
    private final ManualExecutor threads = new ManualExecutor();
    private final WorkerTaskOwner worker = new WorkerTaskOwner(on(threads), false);

    private void submit(String name, long delayNanos) {
      worker.arm(new WorkerTask(worker, () -> ran.add(name)) {}, delayNanos);
    }

    boolean failedAt(int call, long delayNanos) {
      submit("first", 5_000_000);
      submit("second", 6_000_000);
      ErrorPoints.failAt(call);
      try {
        submit("refused", delayNanos);
      } catch (StackOverflowError onPurpose) {
        // who submits learns of it
      }
      boolean failed = ErrorPoints.failAt(0) == 0;
      for (int i = 0; i < 20; i++) {
        pass(Duration.ofMillis(1));
        threads.runAll();
      }
      ran.remove("refused"); // or it was taken
      assertThat(ran).containsExactly("first", "second");
      assertThat(timer.pendingTimeouts()).isZero();
      return failed;
    }
  }
}
