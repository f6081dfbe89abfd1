package io.loomwheel;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.internal.wheel.WheelNode;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedTimerTest {
  @AfterEach
  void leaveNone() {
    WheelTimer.shutdownShared();
  }

  @Test
  void shutdownShared_returnsWhatNeverRan_cancelledAndNotified() {
    CountDownLatch notified = new CountDownLatch(1);
    io.loomwheel.Timeout pending =
        WheelTimer.shared()
            .newTimeout(
                new TimerTask() {
                  @Override
                  public void run(io.loomwheel.Timeout timeout) {}

                  @Override
                  public void cancelled(io.loomwheel.Timeout timeout) {
                    notified.countDown();
                  }
                },
                1,
                java.util.concurrent.TimeUnit.DAYS);
    assertThat(WheelTimer.shutdownShared()).containsExactly(pending);
    assertThat(pending.isCancelled()).isTrue();
    assertThat(notified.getCount()).isZero();
  }

  private static void armOneThatFailsToBeNotified(WheelTimer timer) {
    timer
        .engine()
        .arm(
            new WheelNode() {
              @Override
              public void run() {}

              @Override
              public void onStopped() {
                throw new IllegalStateException("on purpose");
              }
            },
            Duration.ofDays(1).toNanos());
  }

  @Test
  void shutdownShared_oneFailsToBeNotified_throws_andTheNextReturnsWhatIsLeft() {
    armOneThatFailsToBeNotified(WheelTimer.shared());
    io.loomwheel.Timeout pending = WheelTimer.shared().schedule(() -> {}, Duration.ofDays(1));
    assertThatThrownBy(WheelTimer::shutdownShared).hasMessage("on purpose");
    assertThat(pending.isCancelled()).isTrue();
    assertThat(WheelTimer.shutdownShared()).containsExactly(pending);
    assertThat(WheelTimer.shutdownShared()).isEmpty();
  }

  @Test
  void shared_afterAShutdownThatFailed_isANewStart() {
    WheelTimer old = WheelTimer.shared();
    armOneThatFailsToBeNotified(old);
    assertThatThrownBy(WheelTimer::shutdownShared).hasMessage("on purpose");
    WheelTimer next = WheelTimer.shared();
    assertThat(next).isNotSameAs(old).isSameAs(WheelTimer.shared());
    assertThat(next.isStopped()).isFalse();
  }

  @Test
  void shutdownShared_theOldHandleRejects_andTheNextIsANewStart() throws Exception {
    WheelTimer old = WheelTimer.shared();
    old.start();
    WheelTimer.shutdownShared();
    assertThatThrownBy(() -> old.schedule(() -> {}, Duration.ofMillis(1)))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("timer 'loomwheel-shared' is stopped");
    CountDownLatch ran = new CountDownLatch(1);
    WheelTimer.shared().newTimeout(timeout -> ran.countDown(), 1, MILLISECONDS);
    assertThat(ran.await(30, SECONDS)).isTrue();
    assertThat(WheelTimer.shared()).isNotSameAs(old).isSameAs(WheelTimer.shared());
  }

  @Test
  void shutdownShared_noneIsThere_makesNone() {
    WheelTimer.shutdownShared();
    assertThat(WheelTimer.shutdownShared()).isEmpty();
  }

  /** As a class of an application, in a server that brings Loomwheel along for all. */
  public static final class FirstUse implements Runnable {
    @Override
    public void run() {
      WheelTimer.shared().start();
    }
  }

  private static final class ApplicationLoader extends ClassLoader {
    Runnable load() throws Exception {
      try (InputStream file =
          SharedTimerTest.class.getResourceAsStream("SharedTimerTest$FirstUse.class")) {
        byte[] bytes = file.readAllBytes();
        Class<?> use = defineClass(FirstUse.class.getName(), bytes, 0, bytes.length);
        return (Runnable) use.getConstructor().newInstance();
      }
    }
  }

  @Test
  void shared_firstAskedForByAnApplication_doesNotKeepItsClassLoader() throws Exception {
    WheelTimer.shutdownShared();
    WeakReference<Object> application = useFirst();
    assertThat(Waiting.isCollected(application)).isTrue();
  }

  /** In a method of its own, whose frame holds nothing once it has returned. */
  private static WeakReference<Object> useFirst() throws Exception {
    ApplicationLoader loader = new ApplicationLoader();
    loader.load().run();
    return new WeakReference<>(loader);
  }

  /** Whoever asks while another ends it gets the old one or a new one, and all end. */
  @Test
  void sharedAndShutdown_byManyThreads_noneIsLeftOver() throws Exception {
    Set<WheelTimer> seen = java.util.concurrent.ConcurrentHashMap.newKeySet();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      Set<Future<?>> running = new HashSet<>();
      for (int i = 0; i < 4; i++) {
        boolean ends = i % 2 == 0;
        running.add(
            threads.submit(
                () -> {
                  for (int round = 0; round < 500; round++) {
                    if (ends) {
                      WheelTimer.shutdownShared();
                    } else {
                      seen.add(WheelTimer.shared());
                    }
                  }
                }));
      }
      for (Future<?> each : running) {
        each.get(30, SECONDS);
      }
    }
    WheelTimer.shutdownShared();
    assertThat(seen)
        .isNotEmpty()
        .allSatisfy(
            timer ->
                assertThat(timer.toString()).isEqualTo("WheelTimer[loomwheel-shared, stopped]"));
  }
}
