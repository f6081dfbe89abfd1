package io.loomwheel.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.internal.dispatch.TaskRelay.Offer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The relay when there is no memory for a thread now and then. */
class RelayWithoutThreadsTest {
  private final Starts threads = new Starts();
  private final TaskRelay relay = Relays.relay(threads);
  private final List<String> ran = new ArrayList<>();

  private Runnable task(String name) {
    return () -> ran.add(name);
  }

  @Test
  void execute_noThread_isRefusedAndNeverRuns() {
    threads.failing = true;
    assertThatThrownBy(() -> relay.execute(task("refused")))
        .isInstanceOf(RejectedExecutionException.class)
        .hasRootCauseInstanceOf(OutOfMemoryError.class);
    threads.failing = false;
    relay.execute(task("next"));
    threads.runAll();
    assertThat(ran).containsExactly("next");
  }

  @Test
  void execute_whatThreadsThrow_isTheRefusalOrItsCause() {
    RejectedExecutionException refused = new RejectedExecutionException("on purpose");
    IllegalStateException failed = new IllegalStateException("on purpose");
    for (RuntimeException thrown : List.of(refused, failed)) {
      TaskRelay none =
          Relays.relay(
              worker -> {
                throw thrown;
              });
      assertThatThrownBy(() -> none.execute(task("refused")))
          .isInstanceOf(RejectedExecutionException.class)
          .matches(e -> e == thrown || e.getCause() == thrown)
          .matches(e -> (e == thrown) == (thrown == refused));
    }
  }

  @Test
  void drain_taskThrows_theHandlerOfItsThreadGetsIt() {
    Thread thread = Thread.currentThread();
    List<String> handled = new ArrayList<>();
    thread.setUncaughtExceptionHandler(
        (where, e) -> handled.add(where == thread ? e.getMessage() : ""));
    try {
      relay.execute(
          () -> {
            throw new IllegalStateException("on purpose");
          });
      threads.runAll();
    } finally {
      thread.setUncaughtExceptionHandler(null);
    }
    assertThat(handled).containsExactly("on purpose");
  }

  @Test
  void execute_afterARefusal_startsAWorkerAgain() {
    for (int i = 0; i < 3; i++) {
      threads.failing = true;
      assertThatThrownBy(() -> relay.execute(task("refused")))
          .isInstanceOf(RejectedExecutionException.class);
      threads.failing = false;
      relay.execute(task("run " + i));
      threads.runAll();
    }
    assertThat(ran).containsExactly("run 0", "run 1", "run 2");
  }

  @Test
  void executeAll_noThread_eachIsRefusedOnce() {
    threads.failing = true;
    List<Runnable> refused = new ArrayList<>();
    Runnable[] tasks = {task("a"), task("b"), task("c")};
    List<Runnable> given = List.of(tasks[0], tasks[1], tasks[2]);
    relay.executeAll(tasks, () -> {}, (task, reason) -> refused.add(task));
    assertThat(refused).isEqualTo(given);
    threads.failing = false;
    relay.execute(task("next"));
    threads.runAll();
    assertThat(ran).containsExactly("next");
  }

  @Test
  void drain_noThreadForAWorker_runsTheRestItself() {
    relay.execute(task("a"));
    relay.execute(task("b"));
    relay.execute(task("c"));
    threads.failing = true;
    threads.runAll();
    assertThat(ran).containsExactly("a", "b", "c");
    assertThat(threads.refused).isPositive();
  }

  @Test
  void execute_whileAWorkerHadNoNextOne_startsOneForWhatWaitsBehindIt() {
    relay.execute(
        () -> {
          threads.failing = false; // there is memory again while this one blocks
          relay.execute(task("new"));
          threads.started.pop().run();
          ran.add("blocked");
        });
    relay.execute(task("behind"));
    threads.failing = true;
    threads.runAll();
    assertThat(ran).containsExactly("behind", "new", "blocked");
  }

  @Test
  void drain_handlerOfUncaughtExceptionsFails_goesOn() {
    Thread thread = Thread.currentThread();
    thread.setUncaughtExceptionHandler(
        (where, e) -> {
          throw new IllegalStateException("the handler fails too, on purpose");
        });
    try {
      relay.execute(
          () -> {
            throw new IllegalStateException("on purpose");
          });
      relay.execute(task("next"));
      threads.failing = true;
      threads.runAll();
    } finally {
      thread.setUncaughtExceptionHandler(null);
    }
    assertThat(ran).containsExactly("next");
  }

  /** A queue whose reads fail now and then, as anything may where memory or the stack runs out. */
  private static final class FailingQueue extends ConcurrentLinkedQueue<Offer> {
    private static final long serialVersionUID = 1;

    int failures;

    private void failIfDue() {
      if (failures > 0) {
        failures--;
        throw new OutOfMemoryError("on purpose");
      }
    }

    @Override
    public Offer peek() {
      failIfDue();
      return super.peek();
    }

    @Override
    public Iterator<Offer> iterator() {
      failIfDue();
      return super.iterator();
    }

    @Override
    public boolean isEmpty() {
      failIfDue();
      return super.isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10})
  void drain_queueFailsForWantOfMemory_runsAllTheSame(int failures) {
    FailingQueue failing = new FailingQueue();
    TaskRelay starved = Relays.relay(threads, failing);
    starved.execute(
        () -> {
          ran.add("a");
          failing.failures = failures;
        });
    starved.execute(task("b"));
    starved.execute(task("c"));
    failing.failures = failures;
    List<Throwable> uncaught = new ArrayList<>();
    Thread.currentThread().setUncaughtExceptionHandler((where, e) -> uncaught.add(e));
    try {
      threads.runAll();
    } finally {
      Thread.currentThread().setUncaughtExceptionHandler(null);
    }
    assertThat(ran).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(uncaught).isEmpty();
  }
}
