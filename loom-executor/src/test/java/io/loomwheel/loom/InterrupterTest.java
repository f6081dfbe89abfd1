package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Interrupts that block or throw, and those behind them. */
class InterrupterTest {
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void letGo() {
    release.countDown();
  }

  private void blocks() {
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void execute_othersBlock_runsAllTheSame() throws Exception {
    for (int i = 0; i < 20; i++) {
      CountDownLatch ran = new CountDownLatch(1);
      Interrupter.SHARED.execute(this::blocks);
      Interrupter.SHARED.execute(ran::countDown);
      assertThat(ran.await(30, SECONDS)).isTrue();
    }
  }

  @Test
  void execute_othersThrow_runsAllTheSame() throws Exception {
    for (int i = 0; i < 3; i++) {
      Interrupter.SHARED.execute(
          () -> {
            throw new IllegalStateException("on purpose");
          });
    }
    CountDownLatch ran = new CountDownLatch(1);
    Interrupter.SHARED.execute(ran::countDown);
    assertThat(ran.await(30, SECONDS)).isTrue();
  }

  @Test
  void execute_byManyThreads_losesNone() throws Exception {
    int each = 10_000;
    CountDownLatch ran = new CountDownLatch(4 * each);
    for (int i = 0; i < 4; i++) {
      Thread.startVirtualThread(
          () -> {
            for (int k = 0; k < each; k++) {
              Interrupter.SHARED.execute(ran::countDown);
            }
          });
    }
    assertThat(ran.await(30, SECONDS)).isTrue();
  }

  @Test
  void execute_fromAForeignThreadGroup_theThreadHasNeitherThatNorItsPriority() throws Exception {
    Interrupter fresh = new Interrupter();
    CompletableFuture<List<Object>> seen = new CompletableFuture<>();
    Runnable looks =
        () -> {
          Thread thread = Thread.currentThread();
          seen.complete(List.of(thread.getThreadGroup().getName(), thread.getPriority()));
        };
    Thread caller = new Thread(new ThreadGroup("an application's"), () -> fresh.execute(looks));
    caller.setPriority(Thread.MAX_PRIORITY);
    caller.start();
    assertThat(seen.get(30, SECONDS)).containsExactly("system", Thread.NORM_PRIORITY);
  }
}
