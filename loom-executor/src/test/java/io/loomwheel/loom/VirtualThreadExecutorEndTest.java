package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.errorpoints.ErrorPoints;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a {@link VirtualThreadExecutor} ends: nothing that was accepted is left undone. */
class VirtualThreadExecutorEndTest {
  private final Queue<Runnable> threads = new ArrayDeque<>();
  private final List<String> ran = new ArrayList<>();
  private boolean noThreads;

  private void start(Runnable thread) {
    if (noThreads) {
      throw new OutOfMemoryError("on purpose");
    }
    threads.add(thread);
  }

  private VirtualThreadExecutor.Builder builder() {
    return VirtualThreadExecutor.builder().starter(this::start);
  }

  private Runnable task(String name) {
    return () -> ran.add(name + (Thread.interrupted() ? " interrupted" : ""));
  }

  private void runThreads() {
    for (Runnable next; (next = threads.poll()) != null; ) {
      next.run();
    }
  }

  @Test
  void shutdownNow_notBegun_beginsInterruptedAndIsNotReturned() {
    VirtualThreadExecutor executor = builder().build();
    executor.execute(task("a"));
    executor.execute(task("b"));

    assertThat(executor.shutdownNow()).isEmpty();

    assertThat(executor.isTerminated()).isFalse();
    runThreads();
    assertThat(ran).containsExactly("a interrupted", "b interrupted");
    assertThat(executor.isTerminated()).isTrue();
  }

  @Test
  void shutdownNow_limit_whatHasItsTurnBeginsInterruptedAndTheRestIsReturned() {
    VirtualThreadExecutor executor = builder().maxRunning(1, 2).build();
    Runnable second = task("b");
    Runnable third = task("c");
    executor.execute(task("a"));
    executor.execute(second);
    executor.execute(third);
    assertThat(threads).hasSize(1);

    assertThat(executor.shutdownNow()).containsExactly(second, third);

    assertThat(executor.shutdownNow()).isEmpty();
    runThreads();
    assertThat(ran).containsExactly("a interrupted");
    assertThat(executor.isTerminated()).isTrue();
    assertThat(executor.size()).isZero();
  }

  @Test
  void shutdown_limit_whatWaitsStillRunsFirstComeFirst() {
    VirtualThreadExecutor executor = builder().maxRunning(1, 2).build();
    executor.execute(task("a"));
    executor.execute(task("b"));
    executor.execute(task("c"));

    executor.shutdown();

    runThreads();
    assertThat(ran).containsExactly("a", "b", "c");
    assertThat(executor.isTerminated()).isTrue();
  }

  @Test
  void execute_noThreadForTheNextTurn_itRunsOnTheThreadThatEnds() {
    VirtualThreadExecutor executor = builder().maxRunning(1, 2).build();
    executor.execute(
        () -> {
          noThreads = true;
          Thread.currentThread().interrupt();
        });
    executor.execute(task("b"));
    executor.execute(task("c"));
    runThreads();
    assertThat(ran).containsExactly("b", "c");
    assertThat(executor.size()).isZero();
  }

  @Test
  void execute_noThread_rejectedAndItsPlaceIsFree() {
    VirtualThreadExecutor executor = builder().maxRunning(1).build();
    noThreads = true;
    assertThatThrownBy(() -> executor.execute(task("a")))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("no virtual thread could be started");
    assertThat(executor.size()).isZero();
    noThreads = false;
    executor.execute(task("b"));
    runThreads();
    assertThat(ran).containsExactly("b");
  }

  private static List<Future<Boolean>> submitMany(ExecutorService executor) {
    Callable<Boolean> untilInterrupted = () -> new CountDownLatch(1).await(30, SECONDS);
    List<Future<Boolean>> futures = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      futures.add(executor.submit(untilInterrupted));
    }
    return futures;
  }

  /** The executor that this one is modelled on, and this one. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shutdownNow_manyThatHadNotBegun_everyFutureIsDone(boolean jdk) throws Exception {
    ExecutorService executor =
        jdk ? Executors.newVirtualThreadPerTaskExecutor() : VirtualThreadExecutor.create();
    List<Future<Boolean>> futures = submitMany(executor);
    assertThat(executor.shutdownNow()).isEmpty();
    assertThat(executor.awaitTermination(20, SECONDS)).isTrue();
    assertThat(futures).allMatch(Future::isDone);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void close_interrupted_everyFutureIsDone(boolean limited) {
    VirtualThreadExecutor.Builder builder = VirtualThreadExecutor.builder();
    VirtualThreadExecutor executor = (limited ? builder.maxRunning(2, 1_000) : builder).build();
    List<Future<Boolean>> futures = submitMany(executor);
    Thread.currentThread().interrupt();
    executor.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(futures).allMatch(Future::isDone);
  }

  /** As a pool does that takes a task and then finds no memory. */
  @Test
  void execute_theStarterTakesTheTaskAndThrows_theTaskIsAcceptedAndKeepsItsTurn() {
    VirtualThreadExecutor executor =
        VirtualThreadExecutor.builder()
            .starter(
                thread -> {
                  threads.add(thread);
                  if (noThreads) {
                    threads.remove().run();
                    throw new IllegalStateException("on purpose");
                  }
                })
            .maxRunning(1, 1)
            .build();
    noThreads = true;
    executor.execute(
        () -> {
          noThreads = false;
          executor.execute(task("b"));
          ran.add("a");
        });
    assertThat(ran).containsExactly("a");
    assertThat(threads).as("the turn of the second").hasSize(1);
    executor.execute(task("c"));
    assertThat(threads).as("the third waits").hasSize(1);
    runThreads();
    assertThat(ran).containsExactly("a", "b", "c");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void refusal_noStackAtAnyCallBehindIt_leavesItsTurn_andAnExecutorThatEnds(boolean byTheLimit)
      throws Exception {
    ErrorPoints points = new ErrorPoints(Set.of(), List.of("io.loomwheel.loom."));
    assertThat(points.failAtEach(TestOfRefusal.class, byTheLimit)).isGreaterThan(9);
  }

  static final class TestOfRefusal implements IntPredicate {
    private final boolean byTheLimit;
    private boolean refuses;

    TestOfRefusal(boolean byTheLimit) {
      this.byTheLimit = byTheLimit;
    }

    @Override
    public boolean test(int place) {
      Queue<Runnable> threads = new ArrayDeque<>();
      VirtualThreadExecutor executor =
          VirtualThreadExecutor.builder()
              .starter(
                  thread -> {
                    if (refuses) {
                      throw new RejectedExecutionException("on purpose");
                    }
                    threads.add(thread);
                  })
              .maxRunning(1)
              .build();
      if (byTheLimit) {
        executor.execute(() -> {});
      }
      refuses = true;
      ErrorPoints.failAt(place);
      Throwable thrown = catchThrowable(() -> executor.execute(() -> {}));
      boolean failed = ErrorPoints.failAt(0) == 0;
      assertThat(thrown).isNotNull();
      refuses = false;
      threads.forEach(Runnable::run);
      threads.clear();
      executor.execute(() -> {});
      threads.forEach(Runnable::run);
      executor.shutdown();
      assertThat(executor.isTerminated()).as(executor.toString()).isTrue();
      return failed;
    }
  }

  @Test
  void task_throwsAndLeavesNoMemory_theNextHasItsTurn_andTheHandlerIsTold() throws Exception {
    ErrorPoints points = new ErrorPoints(Set.of(), List.of("io.loomwheel.loom."));
    assertThat(points.failAtEach(TestOfAThrowingTask.class)).isGreaterThan(1);
  }

  static final class TestOfAThrowingTask implements IntPredicate {
    private int told;
    private int ran;

    @Override
    public boolean test(int place) {
      told = 0;
      ran = 0;
      Queue<Runnable> threads = new ArrayDeque<>();
      VirtualThreadExecutor executor =
          VirtualThreadExecutor.builder()
              .starter(threads::add)
              .maxRunning(1, 10)
              .onFailure((task, failure) -> told++)
              .build();
      executor.execute(
          () -> {
            ErrorPoints.noMemoryAt(place);
            throw new IllegalStateException("on purpose");
          });
      executor.execute(() -> ran++);
      threads.remove().run();
      boolean failed = ErrorPoints.noMemoryAt(0) == 0;
      threads.forEach(Runnable::run);
      assertThat(told).isOne();
      assertThat(ran).isOne();
      executor.shutdown();
      assertThat(executor.isTerminated()).as(executor.toString()).isTrue();
      return failed;
    }
  }
}
