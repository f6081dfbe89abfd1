package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.hangwatch.Waiting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SerialExecutorTest {
  private final List<Integer> ran = new ArrayList<>();

  @Test
  void execute_severalProducers_neverTwoAtOnceAndEachInItsOrder() throws Exception {
    int producers = 4;
    int each = 50_000;
    SerialExecutor serial = new SerialExecutor(new Relay());
    int[] last = new int[producers]; // plain on purpose: the serial executor has to publish it
    AtomicBoolean inside = new AtomicBoolean();
    AtomicInteger wrong = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(producers * each);
    for (int p = 0; p < producers; p++) {
      int producer = p;
      Thread.ofPlatform()
          .start(
              () -> {
                for (int i = 1; i <= each; i++) {
                  int number = i;
                  serial.execute(
                      () -> {
                        if (!inside.compareAndSet(false, true) || ++last[producer] != number) {
                          wrong.incrementAndGet();
                        }
                        inside.set(false);
                        done.countDown();
                      });
                }
              });
    }
    assertThat(done.await(60, SECONDS)).isTrue();
    assertThat(wrong).hasValue(0);
  }

  @Test
  void execute_taskThatSubmitsItselfAMillionTimes_endsWithoutDeepeningTheStack() throws Exception {
    for (SerialExecutor serial : List.of(new SerialExecutor(), new SerialExecutor(Runnable::run))) {
      CountDownLatch left = new CountDownLatch(1_000_000);
      Runnable again =
          new Runnable() {
            @Override
            public void run() {
              left.countDown();
              if (left.getCount() > 0) {
                serial.execute(this);
              }
            }
          };
      serial.execute(again);
      assertThat(left.await(60, SECONDS)).isTrue();
    }
  }

  @Test
  void execute_taskThatThrows_tellsTheHandlerEvenOneThatFails() {
    List<Object> notified = new ArrayList<>();
    SerialExecutor serial =
        new SerialExecutor(
            Runnable::run,
            (task, cause) -> {
              notified.add(task);
              throw new AssertionError("so does the handler");
            });
    Runnable failing =
        () -> {
          throw new IllegalStateException("on purpose");
        };
    assertThat(Threads.uncaughtDuring(() -> serial.execute(failing)))
        .singleElement()
        .satisfies(cause -> assertThat(cause).hasMessage("on purpose"));
    serial.execute(() -> ran.add(1));
    assertThat(notified).containsExactly(failing);
    assertThat(ran).containsExactly(1);
  }

  @Test
  void execute_taskThatThrows_theNextRuns() {
    SerialExecutor serial = new SerialExecutor(Runnable::run);
    Runnable failing =
        () -> {
          throw new IllegalStateException("on purpose");
        };
    assertThat(Threads.uncaughtDuring(() -> serial.execute(failing)))
        .singleElement()
        .isInstanceOf(IllegalStateException.class);
    serial.execute(() -> ran.add(1));
    assertThat(ran).containsExactly(1);
  }

  @Test
  void execute_targetRefuses_rejectsThatTaskAndRunsLaterOnes() {
    AtomicBoolean refusing = new AtomicBoolean(true);
    Executor moody =
        task -> {
          if (refusing.get()) {
            throw new RejectedExecutionException("full");
          }
          task.run();
        };
    SerialExecutor serial = new SerialExecutor(moody);
    assertThatThrownBy(() -> serial.execute(() -> ran.add(1)))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("full");
    refusing.set(false);
    serial.execute(() -> ran.add(2));
    assertThat(ran).containsExactly(2);
  }

  @Test
  void execute_longBacklog_givesTheThreadBackAgainAndAgain() {
    Queue<Runnable> starts = new ArrayDeque<>();
    SerialExecutor serial = new SerialExecutor(starts::add);
    submitThousand(serial);
    int turns = 0;
    for (Runnable next; (next = starts.poll()) != null; turns++) {
      int before = ran.size();
      next.run();
      assertThat(ran.size() - before).isBetween(1, 200);
    }
    assertThat(ran).hasSize(1000).isSorted();
    assertThat(turns).isBetween(5, 20);
  }

  private void submitThousand(SerialExecutor serial) {
    for (int i = 0; i < 1000; i++) {
      int number = i;
      serial.execute(() -> ran.add(number));
    }
  }

  @Test
  void execute_targetRunsWhatItWasHandedTwice_neverTwoTasksAtOnce() {
    Queue<Runnable> starts = new ArrayDeque<>();
    SerialExecutor serial =
        new SerialExecutor(
            drain -> {
              starts.add(drain);
              starts.add(drain);
            });
    serial.execute(
        () -> {
          starts.remove().run(); // as another thread would meanwhile
          ran.add(1);
        });
    serial.execute(() -> ran.add(2));
    starts.remove().run();
    assertThat(ran).containsExactly(1, 2);
  }

  @Test
  void execute_targetFailsAfterItHasQueued_rejectsThatTaskAndRunsLaterOnes() {
    Queue<Runnable> starts = new ArrayDeque<>();
    AtomicBoolean failing = new AtomicBoolean(true);
    SerialExecutor serial =
        new SerialExecutor(
            drain -> {
              starts.add(drain);
              if (failing.getAndSet(false)) {
                throw new OutOfMemoryError("no thread");
              }
            });
    assertThatThrownBy(() -> serial.execute(() -> ran.add(1))).hasMessage("no thread");
    serial.execute(() -> ran.add(2));
    while (!starts.isEmpty()) {
      starts.remove().run();
    }
    serial.execute(() -> ran.add(3));
    starts.remove().run();
    assertThat(ran).containsExactly(2, 3);
  }

  @Test
  void execute_targetFailsAfterItHasRun_runsLaterTasks() {
    AtomicBoolean failing = new AtomicBoolean(true);
    SerialExecutor serial =
        new SerialExecutor(
            drain -> {
              drain.run();
              if (failing.getAndSet(false)) {
                throw new IllegalStateException("too late");
              }
            });
    serial.execute(() -> ran.add(1));
    serial.execute(() -> ran.add(2));
    assertThat(ran).containsExactly(1, 2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void execute_targetFailsAtTheHandOver_goesOnWhereItIs(boolean afterItHasQueued) {
    Queue<Runnable> starts = new ArrayDeque<>();
    AtomicBoolean failing = new AtomicBoolean();
    SerialExecutor serial =
        new SerialExecutor(
            task -> {
              if (afterItHasQueued || !failing.get()) {
                starts.add(task);
              }
              if (failing.get()) {
                throw new OutOfMemoryError("no thread");
              }
            });
    submitThousand(serial);
    failing.set(true);
    starts.remove().run();
    assertThat(ran).hasSize(1000).isSorted();
    starts.forEach(Runnable::run);
    assertThat(ran).hasSize(1000);
  }

  @Test
  void execute_targetFailsAtTheHandOverThoughAnotherThreadHasBegun_leavesTheRestToThat()
      throws Exception {
    AtomicBoolean handsOver = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    List<Thread> others = new ArrayList<>();
    Queue<Runnable> starts = new ArrayDeque<>();
    SerialExecutor serial =
        new SerialExecutor(
            drain -> {
              if (handsOver.get()) {
                others.add(Thread.ofPlatform().start(drain));
                Waiting.forLatch(begun);
                throw new OutOfMemoryError("too late");
              }
              starts.add(drain);
            });
    Thread me = Thread.currentThread();
    AtomicInteger here = new AtomicInteger();
    for (int i = 0; i < 200; i++) { // more than a batch, fewer than two
      serial.execute(
          () -> {
            if (Thread.currentThread() == me) {
              here.incrementAndGet();
            } else {
              begun.countDown();
              Waiting.forLatch(release);
            }
          });
    }
    handsOver.set(true);
    starts.remove().run();
    int ranHere = here.get();
    release.countDown();
    assertThat(ranHere).isLessThan(199); // all but the one that the other thread is in
    others.getFirst().join();
    assertThat(here).hasValue(ranHere);
  }
}
