package io.loomwheel.internal.dispatch;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.hangwatch.Waiting;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RelayTest {
  private final TaskRelay relay = new Relay();

  @Test
  void execute_whileOthersBlock_waitsBehindNone() throws Exception {
    int blocked = 2_000;
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch waiting = new CountDownLatch(blocked);
    CountDownLatch free = new CountDownLatch(1);
    for (int i = 0; i < blocked; i++) {
      relay.execute(
          () -> {
            waiting.countDown();
            Waiting.forLatch(release);
          });
    }
    relay.execute(free::countDown);
    assertThat(waiting.await(60, SECONDS)).isTrue();
    assertThat(free.await(60, SECONDS)).isTrue();
    release.countDown();
  }

  @Test
  void execute_whileNothingBlocks_sharesAFewThreads() throws Exception {
    int tasks = 10_000;
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    CountDownLatch done = new CountDownLatch(tasks);
    for (int i = 0; i < tasks; i++) {
      relay.execute(
          () -> {
            threads.add(Thread.currentThread());
            done.countDown();
          });
    }
    assertThat(done.await(60, SECONDS)).isTrue();
    assertThat(threads).hasSizeLessThan(tasks / 2);
  }

  @Test
  void execute_taskThatThrowsOrInterruptsItself_leavesTheNextAlone() throws Exception {
    AtomicBoolean interrupted = new AtomicBoolean();
    CountDownLatch done = new CountDownLatch(1);
    relay.execute(
        () -> {
          Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {});
          relay.execute(
              () -> {
                Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {});
                throw new IllegalStateException("on purpose");
              });
          relay.execute(
              () -> {
                interrupted.set(Thread.currentThread().isInterrupted());
                done.countDown();
              });
          Thread.currentThread().interrupt();
        });
    assertThat(done.await(60, SECONDS)).isTrue();
    assertThat(interrupted).isFalse();
  }

  @Test
  void perTask_givesEachItsOwnThread() throws Exception {
    int tasks = 100;
    Set<Long> threads = ConcurrentHashMap.newKeySet();
    CountDownLatch done = new CountDownLatch(tasks);
    for (int i = 0; i < tasks; i++) {
      Relay.perTask()
          .execute(
              () -> {
                threads.add(Thread.currentThread().threadId());
                done.countDown();
              });
    }
    assertThat(done.await(60, SECONDS)).isTrue();
    assertThat(threads).hasSize(tasks);
  }
}
