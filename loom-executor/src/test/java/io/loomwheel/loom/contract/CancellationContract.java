package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.Future.State;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** {@code cancel}: before, during and after a run, of one-shots and of periods. */
interface CancellationContract extends Fixture {
  private void assertCancelled(Future<?> future) {
    assertThatThrownBy(() -> get(future)).isInstanceOf(CancellationException.class);
    assertThat(future.isCancelled()).isTrue();
    assertThat(future.isDone()).isTrue();
    assertThat(future.state()).isEqualTo(State.CANCELLED);
    assertThatThrownBy(future::resultNow).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(future::exceptionNow).isInstanceOf(IllegalStateException.class);
  }

  /** Again with twice the delay, where the delay has passed before the last call. */
  @Test
  default void cancel_beforeTheDelay_neverRuns() throws Exception {
    for (long delay = 150; !isCancelledBefore(delay); delay *= 2) {
      assertThat(delay).isLessThan(10_000);
    }
  }

  private boolean isCancelledBefore(long delay) throws Exception {
    AtomicInteger runs = new AtomicInteger();
    List<ScheduledFuture<?>> futures =
        List.of(
            executor().schedule((Runnable) runs::incrementAndGet, delay, MILLISECONDS),
            executor().schedule(() -> (Object) runs.incrementAndGet(), delay, MILLISECONDS),
            executor().scheduleAtFixedRate(runs::incrementAndGet, delay, 1, MILLISECONDS),
            executor().scheduleWithFixedDelay(runs::incrementAndGet, delay, 1, MILLISECONDS));
    if (futures.stream().filter(future -> future.cancel(false)).count() < futures.size()
        || runs.get() > 0) {
      return false;
    }
    futures.forEach(this::assertCancelled);
    get(executor().schedule(() -> {}, delay + 10, MILLISECONDS));
    assertThat(runs).hasValue(0);
    return true;
  }

  @Test
  default void cancel_someOfMany_theOthersRun() throws Exception {
    CountDownLatch others = new CountDownLatch(50);
    AtomicInteger runs = new AtomicInteger();
    int tooLate = 0;
    for (int i = 0; i < 50; i++) {
      Future<?> unused = executor().schedule(others::countDown, 100, MILLISECONDS);
      boolean cancelled =
          executor().schedule(runs::incrementAndGet, 100, MILLISECONDS).cancel(i % 2 == 0);
      tooLate += cancelled ? 0 : 1;
    }
    await(others);
    executor().shutdown();
    assertTerminates(executor());
    assertThat(runs).hasValue(tooLate);
    assertThat(tooLate).isLessThan(50);
  }

  @Test
  default void cancel_afterTheRun_isFalseAndKeepsTheResult() throws Exception {
    ScheduledFuture<String> future = executor().schedule(() -> "value", 1, MILLISECONDS);
    get(future);
    assertThat(future.cancel(true)).isFalse();
    assertThat(future.cancel(false)).isFalse();
    assertThat(future.isCancelled()).isFalse();
    assertThat(future.resultNow()).isEqualTo("value");
  }

  @Test
  default void cancel_twice_staysCancelled() {
    ScheduledFuture<?> future = executor().schedule(() -> {}, 1, HOURS);
    assertThat(future.cancel(false)).isTrue();
    future.cancel(true);
    assertCancelled(future);
  }

  @Test
  default void cancel_wakesThoseWhoWait() throws Exception {
    ScheduledFuture<?> future = executor().schedule(() -> {}, 1, HOURS);
    CountDownLatch woken = new CountDownLatch(1);
    Thread waiter =
        Thread.ofPlatform()
            .start(
                () -> {
                  assertCancelled(future);
                  woken.countDown();
                });
    eventually(() -> waiter.getState() == Thread.State.TIMED_WAITING);
    future.cancel(false);
    await(woken);
  }

  @Test
  default void cancel_runningWithInterrupt_interruptsItsThread() throws Exception {
    Blocker submitted = new Blocker();
    Blocker delayed = new Blocker();
    Future<?> first = executor().submit((Runnable) submitted);
    Future<?> second = executor().schedule((Runnable) delayed, 1, MILLISECONDS);
    submitted.awaitBegun();
    delayed.awaitBegun();
    assertThat(first.cancel(true)).isTrue();
    assertThat(submitted.wasInterrupted()).isTrue();
    assertCancelled(first);
    assertThat(second.isDone()).isFalse();
    assertThat(second.cancel(true)).isTrue();
    assertThat(delayed.wasInterrupted()).isTrue();
    assertCancelled(second);
  }

  @Test
  default void cancel_runningWithoutInterrupt_letsItEnd() throws Exception {
    Blocker blocker = new Blocker();
    Future<?> future = executor().submit((Runnable) blocker);
    blocker.awaitBegun();
    assertThat(future.cancel(false)).isTrue();
    assertCancelled(future);
    blocker.letGo();
    assertThat(blocker.wasInterrupted()).isFalse();
  }

  @Test
  default void cancel_runningPeriodWithInterrupt_interruptsAndEndsIt() throws Exception {
    Blocker blocker = new Blocker();
    Future<?> future = executor().scheduleAtFixedRate(blocker, 0, 1, MILLISECONDS);
    blocker.awaitBegun();
    assertThat(future.cancel(true)).isTrue();
    assertThat(blocker.wasInterrupted()).isTrue();
    assertCancelled(future);
    get(executor().schedule(() -> {}, 10, MILLISECONDS));
    assertThat(blocker.runs()).isEqualTo(1);
  }

  @Test
  default void cancel_runningPeriodWithoutInterrupt_thatRunIsTheLast() throws Exception {
    Blocker blocker = new Blocker();
    Future<?> future = executor().scheduleWithFixedDelay(blocker, 0, 1, MILLISECONDS);
    blocker.awaitBegun();
    assertThat(future.cancel(false)).isTrue();
    assertCancelled(future);
    blocker.letGo();
    assertThat(blocker.wasInterrupted()).isFalse();
    get(executor().schedule(() -> {}, 10, MILLISECONDS));
    assertThat(blocker.runs()).isEqualTo(1);
  }

  @Test
  default void cancel_ofAPeriodFromItsOwnRun_thatRunIsTheLast() throws Exception {
    for (boolean mayInterrupt : new boolean[] {false, true}) {
      AtomicInteger runs = new AtomicInteger();
      AtomicReference<Future<?>> self = new AtomicReference<>();
      CountDownLatch known = new CountDownLatch(1);
      self.set(
          executor()
              .scheduleAtFixedRate(
                  Fixture.unchecked(
                      () -> {
                        await(known);
                        return runs.incrementAndGet() == 3 && self.get().cancel(mayInterrupt);
                      }),
                  0,
                  1,
                  MILLISECONDS));
      known.countDown();
      assertCancelled(self.get());
      get(executor().schedule(() -> {}, 10, MILLISECONDS));
      assertThat(runs).hasValue(3);
    }
  }
}
