package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** A thread inside {@code invokeAny} whose tasks never begin, because the executor ends first. */
class InvokeAnyEndTest {
  private final BlockingQueue<Runnable> handed = new LinkedBlockingQueue<>();
  private final WheelExecutorService executor =
      WheelExecutorService.builder().taskExecutor(handed::add).build();
  private final List<Callable<String>> one = List.of(() -> "result");

  /** {@return the call's outcome; the thread has handed over its task and waits} */
  private <T> Future<T> waiting(Callable<T> call) throws InterruptedException {
    FutureTask<T> outcome = new FutureTask<>(call);
    Thread.ofVirtual().start(outcome);
    handed.take();
    return outcome;
  }

  private static void closeInterrupted(ExecutorService executor) {
    Thread.currentThread().interrupt();
    executor.close();
    assertThat(Thread.interrupted()).isTrue();
  }

  private static void assertCancelled(Future<?> outcome) {
    assertThatThrownBy(() -> outcome.get(20, SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(CancellationException.class);
  }

  /** {@return one task} Whoever submits it asks then for the next, and so tells that it has. */
  private static <T> Collection<Callable<T>> telling(T result, Runnable whenSubmitted) {
    return new AbstractCollection<>() {
      @Override
      public int size() {
        return 1;
      }

      @Override
      public Iterator<Callable<T>> iterator() {
        Iterator<Callable<T>> one = List.<Callable<T>>of(() -> result).iterator();
        return new Iterator<>() {
          @Override
          public boolean hasNext() {
            if (one.hasNext()) {
              return true;
            }
            whenSubmitted.run();
            return false;
          }

          @Override
          public Callable<T> next() {
            return one.next();
          }
        };
      }
    };
  }

  @Test
  void closeOfAnInterruptedThread_invokeAnyWaits_throwsThatItWasCancelled() throws Exception {
    Future<String> outcome = waiting(() -> executor.invokeAny(one));
    closeInterrupted(executor);
    assertCancelled(outcome);
  }

  @Test
  void closeOfAnInterruptedThread_timedInvokeAnyWaits_throwsThatItWasCancelled() throws Exception {
    Future<String> outcome = waiting(() -> executor.invokeAny(one, 1, HOURS));
    closeInterrupted(executor);
    assertCancelled(outcome);
  }

  @Test
  void closeOfAnInterruptedThread_invokeAllWaits_returnsCancelledFutures() throws Exception {
    Future<List<Future<String>>> outcome = waiting(() -> executor.invokeAll(one));
    closeInterrupted(executor);
    assertThat(outcome.get(20, SECONDS)).hasSize(1).allMatch(Future::isCancelled);
  }

  @Test
  void shutdownNow_whatItReturnsIsCancelled_invokeAnyThrows() throws Exception {
    Future<String> outcome = waiting(() -> executor.invokeAny(one));
    for (Runnable left : executor.shutdownNow()) {
      ((Future<?>) left).cancel(false);
    }
    assertCancelled(outcome);
  }

  @Test
  void shutdownNow_whatItReturnsIsRun_invokeAnyReturnsTheResult() throws Exception {
    Future<String> outcome = waiting(() -> executor.invokeAny(one));
    executor.shutdownNow().forEach(Runnable::run);
    assertThat(outcome.get(20, SECONDS)).isEqualTo("result");
  }

  @Test
  void invokeAny_theFirstFails_returnsTheResultOfTheSecond() throws Exception {
    List<Callable<String>> two =
        List.of(
            () -> {
              throw new IllegalStateException("on purpose");
            },
            () -> "result");
    FutureTask<String> outcome = new FutureTask<>(() -> executor.invokeAny(two));
    Thread.ofVirtual().start(outcome);
    Runnable first = handed.take();
    Runnable second = handed.take();
    first.run();
    second.run();
    assertThat(outcome.get(20, SECONDS)).isEqualTo("result");
  }

  @Test
  void shutdownNow_taskUnderALimitIsCancelled_invokeAnyThrows() throws Exception {
    VirtualThreadExecutor limited =
        VirtualThreadExecutor.builder().maxRunning(1, 2).starter(handed::add).build();
    limited.execute(() -> {});
    CountDownLatch submitted = new CountDownLatch(1);
    FutureTask<String> outcome =
        new FutureTask<>(() -> limited.invokeAny(telling("result", submitted::countDown)));
    Thread.ofVirtual().start(outcome);
    submitted.await();
    for (Runnable left : limited.shutdownNow()) {
      ((Future<?>) left).cancel(false);
    }
    assertCancelled(outcome);
  }
}
