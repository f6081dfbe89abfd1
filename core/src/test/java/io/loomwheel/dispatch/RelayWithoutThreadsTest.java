package io.loomwheel.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** The relay when there is no memory for a thread now and then. */
class RelayWithoutThreadsTest {
  private final Starts threads = new Starts();
  private final Relay relay = new Relay(threads, new ConcurrentLinkedQueue<>());
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
  void execute_afterARefusal_startsAReliefAgain() {
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
    Runnable[] tasks = {task("a"), task("b"), task("c"), null};
    List<Runnable> given = List.of(tasks[0], tasks[1], tasks[2]);
    relay.executeAll(tasks, 3, task -> 0, (task, reason) -> refused.add(task));
    assertThat(refused).isEqualTo(given);
    threads.failing = false;
    relay.execute(task("next"));
    threads.runAll();
    assertThat(ran).containsExactly("next");
  }

  @Test
  void drain_noThreadForARelief_runsTheRestItself() {
    relay.execute(task("a"));
    relay.execute(task("b"));
    relay.execute(task("c"));
    threads.failing = true;
    threads.runAll();
    assertThat(ran).containsExactly("a", "b", "c");
    assertThat(threads.refused).isPositive();
  }

  @Test
  void execute_whileADrainerHadNoRelief_startsOneForWhatWaitsBehindIt() {
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
}
