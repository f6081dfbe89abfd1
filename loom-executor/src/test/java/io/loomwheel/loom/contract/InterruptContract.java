package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** An interrupt reaches whom it was meant for, and nobody else. */
interface InterruptContract extends Fixture {
  private void assertNobodyIsInterrupted() throws Exception {
    List<Callable<Boolean>> probes = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      probes.add(() -> Thread.currentThread().isInterrupted());
    }
    assertThat(executor().invokeAll(probes)).map(Future::resultNow).containsOnly(false);
  }

  @Test
  default void cancel_racingTheEndOfTheRun_theNextTaskIsNotInterrupted() throws Exception {
    for (int i = 0; i < 2_000; i++) {
      Future<?> victim = executor().submit(() -> {});
      Future<Boolean> next =
          executor()
              .submit(
                  () -> {
                    boolean atFirst = Thread.currentThread().isInterrupted();
                    Thread.yield(); // so that a late interrupt has time to come
                    return atFirst || Thread.currentThread().isInterrupted();
                  });
      victim.cancel(true);
      assertThat(get(next)).isFalse();
    }
  }

  @Test
  default void taskEndsInterrupted_theNextTaskIsNot() throws Exception {
    List<Callable<Object>> tasks = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      tasks.add(
          () -> {
            Thread.currentThread().interrupt();
            return null;
          });
    }
    executor().invokeAll(tasks);
    assertNobodyIsInterrupted();
  }

  @Test
  default void cancel_fromTheTaskItself_theNextTaskIsNotInterrupted() throws Exception {
    for (int i = 0; i < 16; i++) {
      List<Future<?>> self = new ArrayList<>();
      Blocker gate = new Blocker();
      self.add(
          executor()
              .submit(
                  () -> {
                    gate.run();
                    self.getFirst().cancel(true);
                  }));
      gate.letGo();
      eventually(() -> self.getFirst().isCancelled());
    }
    assertNobodyIsInterrupted();
  }

  @Test
  default void get_callerInterrupted_throwsAndTheTaskGoesOn() throws Exception {
    Blocker blocker = new Blocker();
    Future<?> future = executor().submit((Runnable) blocker);
    blocker.awaitBegun();
    Thread.currentThread().interrupt();
    assertThatThrownBy(future::get).isInstanceOf(InterruptedException.class);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> future.get(1, HOURS)).isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    blocker.letGo();
    assertThat(blocker.wasInterrupted()).isFalse();
    get(future);
  }

  @Test
  default void resultNow_callerInterrupted_answersAndKeepsTheInterrupt() throws Exception {
    Future<String> done = executor().submit(() -> "value");
    get(done);
    Thread.currentThread().interrupt();
    assertThat(done.resultNow()).isEqualTo("value");
    assertThat(done.state()).isEqualTo(Future.State.SUCCESS);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  default void awaitTermination_callerInterrupted_throws() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> executor().awaitTermination(20, SECONDS))
        .isInstanceOf(InterruptedException.class);
  }
}
