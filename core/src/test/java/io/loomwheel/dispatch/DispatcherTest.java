package io.loomwheel.dispatch;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class DispatcherTest {
  private static final Executor REFUSES =
      task -> {
        throw new RejectedExecutionException("full");
      };

  @Test
  void dispatch_executorRefuses_handlerGetsTheTaskAndTheReason() {
    List<Object> told = new ArrayList<>();
    Runnable task = () -> {};
    new Dispatcher(
            REFUSES,
            (refused, reason) -> {
              told.add(refused);
              told.add(reason.getMessage());
            })
        .dispatch(task);
    assertThat(told).containsExactly(task, "full");
  }

  @Test
  void dispatch_executorRefusesByDefault_runsOnAFreshVirtualThread() throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    new Dispatcher(REFUSES, Dispatcher.onFreshThread()).dispatch(ran::countDown);
    assertThat(ran.await(60, SECONDS)).isTrue();
  }

  @Test
  void dispatch_handlerFailsToo_stillRunsTheTask() throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    new Dispatcher(
            REFUSES,
            (refused, reason) -> {
              throw new IllegalStateException("on purpose");
            })
        .dispatch(ran::countDown);
    assertThat(ran.await(60, SECONDS)).isTrue();
  }

  @Test
  void dispatch_executorFailsOtherwise_countsAsRefused() {
    List<Throwable> causes = new ArrayList<>();
    new Dispatcher(
            task -> {
              throw new OutOfMemoryError("no thread");
            },
            (refused, reason) -> causes.add(reason.getCause()))
        .dispatch(() -> {});
    assertThat(causes).singleElement().isInstanceOf(OutOfMemoryError.class);
  }
}
