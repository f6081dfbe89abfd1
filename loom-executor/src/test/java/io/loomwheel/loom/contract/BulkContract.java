package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.hangwatch.Waiting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** {@code invokeAll} and {@code invokeAny}. */
interface BulkContract extends Fixture {
  private static Callable<String> failing(Exception failure) {
    return () -> {
      throw failure;
    };
  }

  @Test
  default void invokeAll_returnsDoneFuturesInTheOrderOfTheTasks() throws Exception {
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int number = i;
      tasks.add(() -> number);
    }
    List<Future<Integer>> futures = executor().invokeAll(tasks);
    assertThat(futures).hasSize(50).allMatch(Future::isDone);
    assertThat(futures).map(Future::resultNow).isSorted().doesNotHaveDuplicates();
    assertThat(executor().invokeAll(List.<Callable<Integer>>of())).isEmpty();
  }

  @Test
  default void invokeAll_oneFails_theOthersKeepTheirResults() throws Exception {
    IllegalStateException failure = new IllegalStateException("on purpose");
    List<Future<String>> futures =
        executor().invokeAll(List.of(() -> "first", failing(failure), () -> "last"));
    assertThat(futures.get(0).resultNow()).isEqualTo("first");
    assertThat(futures.get(1).exceptionNow()).isSameAs(failure);
    assertThat(futures.get(2).resultNow()).isEqualTo("last");
  }

  @Test
  default void invokeAll_theFirstFails_waitsForThoseThatRun() throws Exception {
    Thread caller = Thread.currentThread();
    CountDownLatch failed = new CountDownLatch(1);
    Callable<String> first =
        () -> {
          failed.countDown();
          throw new IllegalStateException("on purpose");
        };
    Callable<String> last =
        () -> {
          failed.await();
          while (caller.getState() == Thread.State.RUNNABLE) {
            Waiting.spin(); // until it waits for this one
          }
          return "last";
        };
    assertThat(executor().invokeAll(List.of(first, last)).get(1).resultNow()).isEqualTo("last");
  }

  @Test
  default void invokeAll_enoughTime_returnsWhenAllAreDone() throws Exception {
    List<Future<String>> futures =
        executor().invokeAll(List.of(() -> "a", () -> "b"), Long.MAX_VALUE, DAYS);
    assertThat(futures).map(Future::resultNow).containsExactly("a", "b");
  }

  @Test
  default void invokeAll_timeIsUp_keepsWhatIsDoneAndCancelsTheRest() throws Exception {
    Blocker blocker = new Blocker();
    List<Callable<String>> tasks = List.of(() -> "quick", blocker);
    long start = System.nanoTime();
    List<Future<String>> futures = executor().invokeAll(tasks, 200, MILLISECONDS);
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(200));
    assertThat(futures.get(0).resultNow()).isEqualTo("quick");
    assertThat(futures.get(1).isCancelled()).isTrue();
    assertThat(blocker.runs() == 0 || blocker.wasInterrupted()).isTrue();
  }

  @Test
  default void invokeAll_noTime_returnsDoneFuturesForAll() throws Exception {
    for (long none : new long[] {0, -1, Long.MIN_VALUE}) {
      List<Blocker> tasks = List.of(new Blocker(), new Blocker());
      List<Future<String>> futures = executor().invokeAll(tasks, none, SECONDS);
      assertThat(futures).hasSize(2).allMatch(Future::isCancelled);
      assertThat(tasks).allMatch(task -> task.runs() == 0);
    }
  }

  @Test
  default void invokeAll_callerInterrupted_cancelsTheTasks() throws Exception {
    Blocker blocker = new Blocker();
    Thread caller = Thread.currentThread();
    Callable<String> interruptsTheCaller =
        () -> {
          blocker.awaitBegun();
          caller.interrupt();
          return "interrupted the caller";
        };
    assertThatThrownBy(() -> executor().invokeAll(List.of(blocker, interruptsTheCaller)))
        .isInstanceOf(InterruptedException.class);
    assertThat(blocker.wasInterrupted()).isTrue();
  }

  @Test
  default void invokeAll_nullAmongTheTasks_cancelsThoseBefore() throws Exception {
    Blocker blocker = new Blocker();
    List<Callable<String>> tasks = Arrays.asList(blocker, null);
    assertThatThrownBy(() -> executor().invokeAll(tasks)).isInstanceOf(NullPointerException.class);
    executor().shutdown();
    assertTerminates(executor());
  }

  @Test
  default void invokeAny_someFail_returnsTheResultOfOneThatSucceeds() throws Exception {
    Callable<String> fails = failing(new IllegalStateException("on purpose"));
    assertThat(executor().invokeAny(List.of(fails, () -> "won", fails))).isEqualTo("won");
    assertThat(executor().invokeAny(List.of(fails, () -> "won"), Long.MAX_VALUE, DAYS))
        .isEqualTo("won");
  }

  @Test
  default void invokeAny_allFail_throwsOneOfTheFailures() {
    IllegalStateException failure = new IllegalStateException("on purpose");
    List<Callable<String>> tasks = List.of(failing(failure), failing(failure));
    assertThatThrownBy(() -> executor().invokeAny(tasks))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isSameAs(failure);
  }

  @Test
  default void invokeAny_oneSucceeds_interruptsTheOthers() throws Exception {
    Blocker blocker = new Blocker();
    Callable<String> winner =
        () -> {
          blocker.awaitBegun();
          return "won";
        };
    String result = executor().invokeAny(List.of(blocker, winner));
    assertThat(result).isEqualTo("won");
    assertThat(blocker.wasInterrupted()).isTrue();
  }

  @Test
  default void invokeAny_timeIsUp_throwsTimeoutAndInterruptsTheTasks() throws Exception {
    Blocker blocker = new Blocker();
    List<Callable<String>> tasks = List.of(blocker);
    assertThatThrownBy(() -> executor().invokeAny(tasks, 200, MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(blocker.runs() == 0 || blocker.wasInterrupted()).isTrue();
  }

  @Test
  default void invokeAny_callerInterrupted_interruptsTheTasks() throws Exception {
    Blocker blocker = new Blocker();
    Thread caller = Thread.currentThread();
    Callable<String> interruptsTheCaller =
        () -> {
          blocker.awaitBegun();
          caller.interrupt();
          throw new IllegalStateException("on purpose");
        };
    assertThatThrownBy(() -> executor().invokeAny(List.of(blocker, interruptsTheCaller)))
        .isInstanceOf(InterruptedException.class);
    assertThat(blocker.wasInterrupted()).isTrue();
  }
}
