package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.errorpoints.ErrorPoints;
import io.loomwheel.errorpoints.StackDepths;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A serial executor that runs out of memory, or whose failure handler fails, goes on. */
class SerialExecutorFailureTest {
  private final List<Integer> ran = new ArrayList<>();
  private SerialExecutor serial;

  private static void noMemory() {
    throw new OutOfMemoryError("on purpose");
  }

  @Test
  void execute_noMemoryToHandTheThreadOn_theRestRunsOnIt() {
    AtomicInteger handed = new AtomicInteger();
    Executor target =
        drain -> {
          if (handed.getAndIncrement() % 2 == 1) { // not the first of each
            noMemory();
          }
          drain.run();
        };
    serial = new SerialExecutor(target);
    int tasks = 1_000; // several batches
    serial.execute(
        () -> {
          for (int i = 0; i < tasks; i++) {
            int number = i;
            serial.execute(() -> ran.add(number));
          }
        });
    assertThat(ran).hasSize(tasks).isSorted();
    handed.set(0);
    serial.execute(() -> ran.add(tasks));
    assertThat(ran).hasSize(tasks + 1);
  }

  /** While the target refuses the first task, it has a second one submitted. */
  @Test
  void execute_refusedAndNoMemoryForAThread_whatWasAcceptedMeanwhileRunsHere() {
    Executor refusing =
        drain -> {
          serial.execute(() -> ran.add(2));
          throw new RejectedExecutionException("full");
        };
    serial = new SerialExecutor(refusing, LoomExecutorService.UNCAUGHT, thread -> noMemory());
    assertThatThrownBy(() -> serial.execute(() -> ran.add(1)))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("full");
    assertThat(ran).containsExactly(2);
  }

  /** Its second task is handed over before the target throws, though it has run the first. */
  @Test
  void execute_targetThrowsAfterItHasRunTheTask_theTaskHandedOverMeanwhileRuns() {
    List<Runnable> threads = new ArrayList<>();
    Executor target =
        drain -> {
          if (!ran.isEmpty()) {
            threads.add(drain);
            return;
          }
          drain.run();
          serial.execute(() -> ran.add(2));
          throw new RejectedExecutionException("too late");
        };
    serial = new SerialExecutor(target, LoomExecutorService.UNCAUGHT, threads::add);
    serial.execute(() -> ran.add(1));
    threads.forEach(Runnable::run);
    assertThat(ran).containsExactly(1, 2);
  }

  @Test
  void execute_handlerThrowsWhatItWasGiven_theNextTaskRuns() {
    IllegalStateException failure = new IllegalStateException("on purpose");
    Runnable failing =
        () -> {
          throw failure;
        };
    serial =
        new SerialExecutor(
            Runnable::run,
            (task, cause) -> {
              throw (IllegalStateException) cause;
            });
    assertThat(Threads.uncaughtDuring(() -> serial.execute(failing))).containsExactly(failure);
    serial.execute(() -> ran.add(1));
    assertThat(ran).containsExactly(1);
  }

  @Test
  void execute_refusedAndNoMemoryAnywhere_theTaskThatWasRefusedDoesNotRun() throws Exception {
    ErrorPoints points = new ErrorPoints(Set.of("run"), List.of("io.loomwheel.loom."));
    assertThat(points.failAtEach(TestOfRefusal.class)).isGreaterThan(2);
  }

  static final class TestOfRefusal implements IntPredicate {
    private boolean refuses = true;
    private int refused;
    private int later;

    private void run(Runnable task) {
      if (refuses) {
        throw new RejectedExecutionException("on purpose");
      }
      task.run();
    }

    @Override
    public boolean test(int place) {
      refuses = true;
      refused = 0;
      later = 0;
      SerialExecutor serial = new SerialExecutor(this::run, (task, failure) -> {}, Runnable::run);
      ErrorPoints.noMemoryAt(place);
      Throwable thrown = catchThrowable(() -> serial.execute(() -> refused++));
      boolean failed = ErrorPoints.noMemoryAt(0) == 0;
      refuses = false;
      serial.execute(() -> later++);
      assertThat(thrown).isNotNull();
      assertThat(refused).isZero();
      assertThat(later).isOne();
      return failed;
    }
  }

  /** What was accepted meanwhile, the same task too, keeps its place. */
  @Test
  void execute_refused_takesItsOwnOutThoughAnotherIsTheSame() {
    List<String> ran = new ArrayList<>();
    Runnable same = () -> ran.add("same");
    SerialExecutor[] serial = new SerialExecutor[1];
    boolean[] refuses = {true};
    Runnable[] handed = new Runnable[1];
    serial[0] =
        new SerialExecutor(
            drain -> {
              if (refuses[0]) {
                refuses[0] = false;
                handed[0] = drain;
                drain.run(); // runs the first
                serial[0].execute(same); // another one, accepted by this very target
                serial[0].execute(() -> ran.add("b"));
                throw new RejectedExecutionException("after it has run it");
              }
              handed[0] = drain;
            },
            LoomExecutorService.UNCAUGHT,
            Runnable::run);
    serial[0].execute(same);
    handed[0].run();
    assertThat(ran).containsExactly("same", "same", "b");
  }

  @Test
  void execute_atTheEndOfTheStack_runsTheTaskOrThrows_andLaterOnesRun() throws Exception {
    int steps = 250;
    List<SerialExecutor> serials =
        Stream.generate(() -> new SerialExecutor(Runnable::run)).limit(2L * steps).toList();
    int[] runs = new int[2 * steps];
    boolean[] accepted = new boolean[2 * steps];
    IntConsumer execute = i -> serials.get(i).execute(() -> runs[i]++);
    for (int i = steps; i < 2 * steps; i++) { // so that nothing is loaded and linked below
      execute.accept(i);
    }
    StackDepths.forEach(
        steps,
        i -> {
          execute.accept(i);
          accepted[i] = true;
        });

    for (int i = 0; i < steps; i++) {
      assertThat(runs[i]).as("step %s", i).isEqualTo(accepted[i] ? 1 : 0);
      execute.accept(i);
      assertThat(runs[i]).as("step %s, later", i).isEqualTo(accepted[i] ? 2 : 1);
    }
  }
}
