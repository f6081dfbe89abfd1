package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.loomwheel.WheelTimer;
import io.loomwheel.errorpoints.ErrorPoints;
import io.loomwheel.loom.ExecutorTaskOwner.ExecutorTask;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A submission that throws leaves nothing behind: the executor terminates. */
class FailingSubmissionTest {
  /** Deep enough that the timer doesn't nest one more task, and reads the clock. */
  private static final int DEEP = 32;

  private final Thread me = Thread.currentThread();
  private int depth;

  /** How often this thread can read the clock until it throws; never if negative. */
  private int readings = -1;

  /** A submission, and how often it reads the clock before it does so to hand the task on. */
  private static Stream<Arguments> submissions() {
    Consumer<WheelExecutorService> plain = executor -> executor.execute(() -> {});
    Consumer<WheelExecutorService> timed =
        executor -> {
          Future<?> unused = executor.submitWithTimeout(() -> {}, Duration.ofHours(1));
        };
    return Stream.of(arguments(plain, 0), arguments(timed, 1));
  }

  private long nanoTime() {
    if (Thread.currentThread() == me && readings >= 0 && readings-- == 0) {
      throw new IllegalStateException("clock, on purpose");
    }
    return System.nanoTime();
  }

  @ParameterizedTest
  @MethodSource("submissions")
  void submit_theClockThrowsWhereTasksNest_throws_andTheExecutorTerminates(
      Consumer<WheelExecutorService> submission, int before) {
    try (WheelTimer timer =
        WheelTimer.builder().clock(this::nanoTime).taskExecutor(Runnable::run).build()) {
      WheelExecutorService executor = WheelExecutorService.on(timer);
      nest(executor, submission, before);
      assertThat(depth).isEqualTo(DEEP);
      assertThat(executor.size()).isZero();
      assertThat(timer.pendingTimeouts()).isZero();
      executor.shutdown();
      assertThat(executor.isTerminated()).isTrue();
    }
  }

  private void nest(
      WheelExecutorService executor, Consumer<WheelExecutorService> submission, int before) {
    executor.execute(
        () -> {
          if (++depth < DEEP) {
            nest(executor, submission, before);
          } else {
            readings = before;
            assertThatThrownBy(() -> submission.accept(executor)).hasMessage("clock, on purpose");
          }
        });
  }

  /** As after a submission that threw where no stack was left to withdraw its task. */
  @Test
  void close_aTaskThatWasRefusedAndIsStillKnown_isDropped() {
    WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
    ExecutorTaskOwner owner = new ExecutorTaskOwner(timer, false, null);
    ExecutorTask task = new ExecutorTask(owner, () -> {});
    assertThat(owner.arm(task, 1)).isTrue();
    task.dueNanos = ExecutorTaskOwner.REFUSED;
    assertThat(owner.close(false)).isEmpty();
    assertThat(owner.size()).isZero();
  }

  /** As after a withdrawal in the middle of which an Error came. */
  @Test
  void close_aTaskThatWasWithdrawnAndIsStillKnown_isForgotten() {
    WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
    ExecutorTaskOwner owner = new ExecutorTaskOwner(timer, false, null);
    ExecutorTask task = new ExecutorTask(owner, () -> {});
    assertThat(task.withdraw()).isTrue();
    assertThat(owner.arm(task, 1)).isTrue();
    assertThat(owner.size()).isOne();
    assertThat(owner.close(false)).isEmpty();
    assertThat(owner.size()).isZero();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  /** What the first cancel had no stack for, a second one does; without that, the shutdown. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void cancel_noStackAtAnyCall_leavesAnExecutorThatEnds(boolean twice) throws Exception {
    ErrorPoints points =
        new ErrorPoints(Set.of(), List.of("io.loomwheel.loom.", "io.loomwheel.schedulers."));
    assertThat(points.failAtEach(TestOfCancel.class, twice)).isGreaterThan(9);
  }

  static final class TestOfCancel implements IntPredicate {
    private final boolean twice;

    TestOfCancel(boolean twice) {
      this.twice = twice;
    }

    @Override
    public boolean test(int place) {
      WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
      WheelExecutorService executor = WheelExecutorService.on(timer);
      Future<?> future = executor.schedule(() -> {}, 1, TimeUnit.HOURS);
      ErrorPoints.failAt(place);
      Throwable unused = catchThrowable(() -> future.cancel(false));
      boolean failed = ErrorPoints.failAt(0) == 0;
      if (twice || !future.isDone()) {
        future.cancel(false); // as who is told of an Error
        assertThat(timer.pendingTimeouts()).isZero();
      }
      executor.shutdown();
      assertThat(executor.isTerminated()).isTrue();
      return failed;
    }
  }
}
