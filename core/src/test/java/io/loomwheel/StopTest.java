package io.loomwheel;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The end of a timer, whoever brings it about and whatever stands in its way; on the real clock.
 */
class StopTest {
  private final Set<io.loomwheel.Timeout> notified = ConcurrentHashMap.newKeySet();

  private final class Telling implements TimerTask {
    @Override
    public void run(io.loomwheel.Timeout timeout) {}

    @Override
    public void cancelled(io.loomwheel.Timeout timeout) {
      assertThat(notified.add(timeout)).isTrue();
    }
  }

  @Test
  void stop_again_returnsNothingAndTellsNobodyTwice() {
    WheelTimer timer = WheelTimer.create();
    io.loomwheel.Timeout timeout = timer.newTimeout(new Telling(), 1, DAYS);
    assertThat(timer.isStopped()).isFalse();
    assertThat(timer.stop()).containsExactly(timeout);
    assertThat(timer.isStopped()).isTrue();
    assertThat(timer.stop()).isEmpty();
    timer.close();
    assertThat(notified).containsExactly(timeout);
  }

  @Test
  void stop_theClockFailsToDetach_throws_andTheNextReturnsWhatIsLeft() {
    SteppedClock clock =
        new SteppedClock() {
          @Override
          public long nanoTime() {
            return 0;
          }

          @Override
          public void attach(Wheels wheels) {}

          @Override
          public void detach(Wheels wheels) {
            throw new IllegalStateException("on purpose");
          }
        };
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    io.loomwheel.Timeout timeout = timer.newTimeout(new Telling(), 1, DAYS);
    assertThatThrownBy(timer::stop).hasMessage("on purpose");
    assertThat(notified).containsExactly(timeout);
    assertThat(timer.stop()).containsExactly(timeout);
    assertThat(timer.stop()).isEmpty();
  }

  @Test
  void stop_whatIsNotifiedAndItsHandlerFail_tellsTheOthersAndReturnsAll() {
    AtomicInteger handled = new AtomicInteger();
    WheelTimer timer =
        WheelTimer.builder()
            .onFailure(
                (timeout, cause) -> {
                  handled.incrementAndGet();
                  throw new OutOfMemoryError("of the handler, on purpose");
                })
            .build();
    TimerTask failing =
        new TimerTask() {
          @Override
          public void run(io.loomwheel.Timeout timeout) {}

          @Override
          public void cancelled(io.loomwheel.Timeout timeout) {
            throw new OutOfMemoryError("on purpose");
          }
        };
    Set<io.loomwheel.Timeout> all = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      all.add(timer.newTimeout(failing, 1, DAYS));
      all.add(timer.newTimeout(new Telling(), 1, DAYS));
    }
    assertThat(timer.stop()).isEqualTo(all);
    assertThat(notified).hasSize(10);
    assertThat(handled).hasValue(10);
    assertThat(timer.stats().failed()).isEqualTo(10);
  }

  @Test
  void stop_fromEachThatIsNotified_leavesTheRestToTheOuterOne() {
    WheelTimer timer = WheelTimer.create();
    int[] depth = {0};
    List<Integer> depths = new ArrayList<>();
    List<io.loomwheel.Timeout> returned = new ArrayList<>();
    TimerTask stopping =
        new TimerTask() {
          @Override
          public void run(io.loomwheel.Timeout timeout) {}

          @Override
          public void cancelled(io.loomwheel.Timeout timeout) {
            depths.add(++depth[0]);
            returned.addAll(timer.stop());
            returned.addAll(onAnotherThread(timer::stop));
            depth[0]--;
          }
        };
    Set<io.loomwheel.Timeout> all = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      all.add(timer.newTimeout(stopping, 1, DAYS));
    }
    returned.addAll(timer.stop());
    assertThat(depths).hasSize(100).containsOnly(1);
    assertThat(returned).containsExactlyInAnyOrderElementsOf(all);
  }

  private static <T> T onAnotherThread(Supplier<T> call) {
    return CompletableFuture.supplyAsync(call).orTimeout(60, SECONDS).join();
  }

  @Test
  void stop_ofWhatItReturned_oneThatIsKeptHoldsNoOther() {
    List<io.loomwheel.Timeout> kept = new ArrayList<>();
    List<WeakReference<io.loomwheel.Timeout>> others = keepOneOf(kept);
    assertThat(others).hasSize(9).allMatch(Waiting::isCollected);
    assertThat(kept).hasSize(1);
  }

  private static List<WeakReference<io.loomwheel.Timeout>> keepOneOf(
      List<io.loomwheel.Timeout> kept) {
    WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
    for (int i = 0; i < 10; i++) {
      timer.schedule(() -> {}, Duration.ofDays(1));
    }
    List<io.loomwheel.Timeout> all = new ArrayList<>(timer.stop());
    kept.add(all.removeFirst());
    return all.stream().map(WeakReference::new).toList();
  }

  @Test
  void stop_neverStarted_startsNoThread() {
    AtomicInteger threads = new AtomicInteger();
    WheelTimer timer =
        WheelTimer.builder()
            .threadFactory(
                run -> {
                  threads.incrementAndGet();
                  return Thread.ofPlatform().daemon().unstarted(run);
                })
            .build();
    assertThat(timer.stop()).isEmpty();
    assertThatThrownBy(timer::start).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> timer.newTimeout(new Telling(), 1, DAYS))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(threads).hasValue(0);
  }

  @Test
  void stop_fromSeveralThreadsAtOnce_theirAnswersShareOutWhatIsLeft() throws Exception {
    int count = 20_000;
    WheelTimer timer = WheelTimer.create();
    for (int i = 0; i < count; i++) {
      timer.newTimeout(new Telling(), 1, DAYS);
    }
    ConcurrentLinkedQueue<io.loomwheel.Timeout> returned = new ConcurrentLinkedQueue<>();
    List<Thread> stoppers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      stoppers.add(Thread.ofPlatform().start(() -> returned.addAll(timer.stop())));
    }
    for (Thread stopper : stoppers) {
      stopper.join();
    }
    assertThat(returned).hasSize(count).doesNotHaveDuplicates();
    assertThat(notified).hasSize(count);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void stop_withAnExecutorThatHoldsTheDriver_waitsNoLongerThanAsked() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger ran = new AtomicInteger();
    AtomicReference<Thread> driver = new AtomicReference<>();
    WheelTimer timer =
        WheelTimer.builder()
            .threadFactory(
                run -> {
                  driver.set(Thread.ofPlatform().daemon().unstarted(run));
                  return driver.get();
                })
            .taskExecutor(
                task -> {
                  held.countDown();
                  Waiting.forLatch(release);
                  task.run();
                })
            .build();
    for (int i = 0; i < 10; i++) {
      timer.schedule(ran::incrementAndGet, Duration.ofMillis(5));
    }
    io.loomwheel.Timeout far = timer.newTimeout(new Telling(), 1, DAYS);
    assertThat(held.await(60, SECONDS)).isTrue();
    long start = System.nanoTime();
    Set<io.loomwheel.Timeout> left = timer.stop(Duration.ofMillis(50));
    assertThat(System.nanoTime() - start).isBetween(MILLISECONDS.toNanos(50), SECONDS.toNanos(30));
    assertThat(left).contains(far);
    release.countDown();
    driver.get().join(60_000);
    assertThat(ran).hasValue(11 - left.size());
  }
}
