package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.hangwatch.Waiting;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VirtualThreadExecutorTest {
  private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();
  private static final ThreadLocal<String> CONTEXT = new ThreadLocal<>();

  @Test
  void execute_byDefault_aVirtualThreadEachThatInheritsNothing() throws Exception {
    INHERITED.set("the caller's");
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    Set<Object> inherited = ConcurrentHashMap.newKeySet();
    try (VirtualThreadExecutor executor = VirtualThreadExecutor.create()) {
      for (int i = 0; i < 100; i++) {
        executor.execute(
            () -> {
              threads.add(Thread.currentThread());
              inherited.add(String.valueOf(INHERITED.get()));
            });
      }
    } finally {
      INHERITED.remove();
    }
    assertThat(threads)
        .hasSize(100)
        .allMatch(Thread::isVirtual)
        .allMatch(t -> t.getName().isEmpty());
    assertThat(inherited).containsExactly("null");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void execute_builtInAnApplication_tasksSeeItsContextClassLoader(boolean relayed)
      throws Exception {
    Thread caller = Thread.currentThread();
    ClassLoader before = caller.getContextClassLoader();
    VirtualThreadExecutor.Builder builder = VirtualThreadExecutor.builder();
    try (URLClassLoader application = new URLClassLoader(new URL[0], before)) {
      caller.setContextClassLoader(application);
      try (VirtualThreadExecutor executor = (relayed ? builder.relayed() : builder).build()) {
        caller.setContextClassLoader(before);
        Future<ClassLoader> seen =
            executor.submit(() -> Thread.currentThread().getContextClassLoader());
        assertThat(seen.get(30, SECONDS)).isSameAs(application);
      }
    } finally {
      caller.setContextClassLoader(before);
    }
  }

  @Test
  void execute_named_prefixAndNumber() {
    Set<String> names = ConcurrentHashMap.newKeySet();
    try (var executor = VirtualThreadExecutor.builder().namePrefix("order-").build()) {
      for (int i = 0; i < 3; i++) {
        executor.execute(() -> names.add(Thread.currentThread().getName()));
      }
    }
    assertThat(names).containsExactlyInAnyOrder("order-0", "order-1", "order-2");
  }

  @Test
  void execute_relayed_tasksShareThreadsButNoneWaitsBehindABlockedOne() throws Exception {
    int tasks = 1_000;
    CountDownLatch others = new CountDownLatch(tasks);
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    try (var executor = VirtualThreadExecutor.builder().relayed().build()) {
      Future<Boolean> blocked = executor.submit(() -> others.await(30, SECONDS));
      for (int i = 0; i < tasks; i++) {
        executor.execute(
            () -> {
              threads.add(Thread.currentThread());
              others.countDown();
            });
      }
      assertThat(blocked.get()).isTrue();
    }
    assertThat(threads).hasSizeLessThan(tasks);
  }

  @Test
  void build_relayedAndNamed_rejectsTheName() {
    var builder = VirtualThreadExecutor.builder().relayed().namePrefix("mine-");
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'mine-'");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void execute_maxRunning_neverMoreAndTheRestInOrderOfArrival(boolean relayed) throws Exception {
    int tasks = 500;
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(tasks);
    VirtualThreadExecutor.Builder builder = VirtualThreadExecutor.builder().maxRunning(3, tasks);
    try (var executor = (relayed ? builder.relayed() : builder).build()) {
      for (int i = 0; i < tasks; i++) {
        executor.execute(
            () -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              Thread.yield();
              running.decrementAndGet();
              all.countDown();
            });
      }
      assertThat(all.await(30, SECONDS)).isTrue();
    }
    assertThat(most.get()).isBetween(1, 3);
  }

  @Test
  void execute_beyondTheLimit_rejectedWithTheNumbers() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger ran = new AtomicInteger();
    try (var executor = VirtualThreadExecutor.builder().maxRunning(2, 1).build()) {
      for (int i = 0; i < 3; i++) {
        executor.execute(
            () -> {
              Waiting.forLatch(release);
              ran.incrementAndGet();
            });
      }
      assertThatThrownBy(() -> executor.execute(ran::incrementAndGet))
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessage("2 tasks run and 1 wait, which is the limit");
      release.countDown();
    }
    assertThat(ran).hasValue(3);
  }

  @Test
  void execute_throwingTask_tellsTheHandlerAndTheNextRuns() throws Exception {
    BlockingQueue<Object> notified = new LinkedBlockingQueue<>();
    RuntimeException failure = new RuntimeException("broken");
    Runnable task =
        () -> {
          throw failure;
        };
    try (var executor =
        VirtualThreadExecutor.builder()
            .onFailure(
                (failed, cause) -> {
                  notified.add(failed);
                  notified.add(cause);
                  throw new IllegalStateException("so is the handler");
                })
            .maxRunning(1, 10)
            .build()) {
      executor.execute(task);
      assertThat(executor.submit(() -> "next").get()).isEqualTo("next");
    }
    assertThat(notified).containsExactly(task, failure);
    assertThat(failure.getSuppressed()).hasSize(1);
  }

  @Test
  void contextCapture_wrapsOnTheCallingThread() throws Exception {
    ContextCapture capture =
        task -> {
          String context = CONTEXT.get();
          return () -> {
            CONTEXT.set(context);
            task.run();
          };
        };
    CONTEXT.set("request 7");
    try (var executor = VirtualThreadExecutor.builder().contextCapture(capture).build()) {
      assertThat(executor.submit(CONTEXT::get).get()).isEqualTo("request 7");
    } finally {
      CONTEXT.remove();
    }
  }

  @Test
  void contextCapture_whoseTaskThrows_leavesNoFutureUndone() throws Exception {
    RuntimeException failure = new RuntimeException("on purpose");
    ContextCapture capture =
        task ->
            () -> {
              throw failure;
            };
    BlockingQueue<Object> notified = new LinkedBlockingQueue<>();
    try (var executor =
        VirtualThreadExecutor.builder()
            .contextCapture(capture)
            .onFailure(
                (future, cause) -> notified.add(((Future<?>) future).isDone() ? cause : this))
            .build()) {
      Future<?> submitted = executor.submit(() -> "never");
      assertThatThrownBy(() -> submitted.get(20, SECONDS))
          .isInstanceOf(CancellationException.class);
      assertThat(notified.poll(20, SECONDS)).isSameAs(failure);
      assertThat(executor.invokeAll(List.of(() -> "never"), 20, SECONDS))
          .allMatch(Future::isCancelled);
      assertThat(notified.poll(20, SECONDS)).isSameAs(failure);
    }
  }

  @Test
  void execute_afterShutdown_rejectedAndWhatRanIsWaitedFor() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    VirtualThreadExecutor executor = VirtualThreadExecutor.create();
    Future<String> running =
        executor.submit(
            () -> {
              release.await();
              return "done";
            });
    executor.shutdown();
    assertThatThrownBy(() -> executor.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("shut down");
    assertThat(executor.isShutdown()).isTrue();
    assertThat(executor.awaitTermination(1, MILLISECONDS)).isFalse();
    release.countDown();
    executor.close();
    assertThat(running.resultNow()).isEqualTo("done");
  }

  @Test
  void cancel_relayedAndRunning_interruptDoesNotReachTheNextTaskOnThatThread() throws Exception {
    AtomicInteger leaked = new AtomicInteger();
    try (var executor = VirtualThreadExecutor.builder().relayed().build()) {
      for (int i = 0; i < 2_000; i++) {
        CountDownLatch begun = new CountDownLatch(1);
        Future<?> cancelled = executor.submit(begun::countDown);
        for (int j = 0; j < 5; j++) {
          executor.execute(
              () -> {
                if (Thread.currentThread().isInterrupted()) {
                  leaked.incrementAndGet();
                }
              });
        }
        begun.await();
        cancelled.cancel(true);
      }
    }
    assertThat(leaked).hasValue(0);
  }

  @Test
  void builder_badValues_rejectedWithValueAndRule() {
    var builder = VirtualThreadExecutor.builder();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.maxRunning(0))
        .withMessage("maxRunning must be at least 1, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.maxRunning(1, -1))
        .withMessage("waiting must be from 0 to 2147483646, was -1");
    builder.maxRunning(2, Integer.MAX_VALUE - 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.maxRunning(2, Integer.MAX_VALUE - 1))
        .withMessage("waiting must be from 0 to 2147483645, was 2147483646");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.namePrefix(" "))
        .withMessage("namePrefix must not be blank, was ' '");
  }
}
