package io.loomwheel;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.hangwatch.Logs;
import java.io.ByteArrayOutputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Beginning, end, and what is left behind; on the real clock. */
class LifecycleTest {
  private static final InheritableThreadLocal<Object> INHERITED = new InheritableThreadLocal<>();

  private final AtomicReference<Thread> driver = new AtomicReference<>();

  private WheelTimer.Builder observed() {
    return WheelTimer.builder()
        .threadFactory(
            run -> {
              driver.set(Thread.ofPlatform().daemon().unstarted(run));
              return driver.get();
            });
  }

  @Test
  void stop_fromATaskOnAVirtualThread_returnsTheRest() throws Exception {
    WheelTimer timer = observed().build();
    AtomicReference<Set<io.loomwheel.Timeout>> left = new AtomicReference<>();
    CountDownLatch stopped = new CountDownLatch(1);
    io.loomwheel.Timeout other = timer.newTimeout(timeout -> {}, 1, DAYS);
    timer.newTimeout(
        timeout -> {
          left.set(timeout.timer().stop());
          stopped.countDown();
        },
        1,
        MILLISECONDS);
    assertThat(stopped.await(60, SECONDS)).isTrue();
    assertThat(left.get()).containsExactly(other);
    driver.get().join(60_000);
    assertThat(driver.get().isAlive()).isFalse();
  }

  @Test
  void stop_whileTheExecutorRefuses_losesNothing() throws Exception {
    AtomicInteger ran = new AtomicInteger();
    WheelTimer timer =
        observed()
            .taskExecutor(
                task -> {
                  throw new RejectedExecutionException("shut down");
                })
            .build();
    int count = 10_000;
    for (int i = 0; i < count; i++) {
      timer.newTimeout(timeout -> ran.incrementAndGet(), i % 20, MILLISECONDS);
    }
    int returned = timer.stop().size();
    awaitUntil(() -> ran.get() + returned == count);
    assertThat(timer.stats().rejected()).isEqualTo(count - returned);
  }

  @Test
  void task_thatThrowsAnErrorWithAFailingHandler_doesNotEndTheDriver() throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    try (WheelTimer timer =
        observed()
            .taskExecutor(Runnable::run)
            .onFailure(
                (timeout, e) -> {
                  throw new IllegalStateException("the handler fails too, on purpose");
                })
            .build()) {
      timer.newTimeout(
          timeout -> {
            throw new StackOverflowError("on purpose");
          },
          1,
          MILLISECONDS);
      timer.newTimeout(timeout -> ran.countDown(), 10, MILLISECONDS);
      assertThat(ran.await(60, SECONDS)).isTrue();
      assertThat(timer.stats().failed()).isEqualTo(1);
    }
  }

  @Test
  void stop_withoutWaiting_returnsAtOnceAndTheThreadEnds() throws Exception {
    WheelTimer timer = observed().build();
    timer.newTimeout(timeout -> {}, 1, DAYS);
    assertThat(timer.stop(Duration.ZERO)).hasSize(1);
    driver.get().join(60_000);
    assertThat(driver.get().isAlive()).isFalse();
  }

  @Test
  void forgottenTimer_isReportedOnceWithWhereItWasMade_andItsThreadEnds() throws Exception {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    Logs.to(
        log,
        () -> {
          makeAndForget();
          awaitUntil(
              () -> {
                System.gc(); // the log writes the line first and then, some time later, the stack
                return !driver.get().isAlive()
                    && log.toString(StandardCharsets.UTF_8).contains("makeAndForget");
              });
        });
    assertThat(log.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("Timer 'forgotten' was forgotten without stop()");
  }

  private void makeAndForget() {
    WheelTimer timer = observed().name("forgotten").build();
    timer.start();
  }

  /**
   * One thread of the JVM ends forgotten timers, so the second is reported once the first ended.
   */
  @Test
  void forgottenTimer_withoutLeakDetection_isNotReported_andItsThreadEnds() {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    Logs.to(
        log,
        () -> {
          makeWithoutLeakDetectionAndForget();
          awaitUntil(
              () -> {
                System.gc();
                return !driver.get().isAlive();
              });
          makeAndForget();
          awaitUntil(
              () -> {
                System.gc();
                return log.toString(StandardCharsets.UTF_8).contains("makeAndForget");
              });
        });
    assertThat(log.toString(StandardCharsets.UTF_8)).doesNotContain("'unreported'");
  }

  private void makeWithoutLeakDetectionAndForget() {
    observed().name("unreported").leakDetection(false).build().start();
  }

  @Test
  void timerWithPendingTimeouts_isNotForgotten() throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    armAndForget(ran);
    for (int i = 0; i < 5; i++) {
      System.gc();
    }
    assertThat(ran.await(60, SECONDS)).isTrue();
  }

  private void armAndForget(CountDownLatch ran) {
    observed().build().newTimeout(timeout -> ran.countDown(), 300, MILLISECONDS);
  }

  /** The log waits for another thread, which uses the same timer, and then fails. */
  @Test
  void manyTimers_areWarnedOfOnce_andOnlyThoseThatHaveAThreadCount() {
    AtomicReference<WheelTimer> starting = new AtomicReference<>();
    ByteArrayOutputStream log =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int from, int count) {
            super.write(bytes, from, count);
            startOnAnotherThread(starting.get());
            throw new IllegalStateException("no log, on purpose");
          }
        };
    List<WheelTimer> timers = new ArrayList<>();
    try {
      Logs.to(
          log,
          () -> {
            for (int i = 0; i < 80; i++) {
              timers.add(WheelTimer.create());
            }
            assertThat(log.toString(StandardCharsets.UTF_8)).isEmpty();
            for (WheelTimer timer : timers) {
              starting.set(timer);
              timer.start();
            }
          });
    } finally {
      timers.forEach(WheelTimer::close);
    }
    assertThat(log.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("timers are live")
        .doesNotContain("64 timers");
  }

  private static void startOnAnotherThread(WheelTimer timer) {
    Thread other = Thread.ofPlatform().daemon().start(timer::start);
    try {
      assertThat(other.join(Duration.ofSeconds(30))).as("the other thread goes on").isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** As when a stop comes just before a thread is made: nothing would end that watch. */
  @Test
  void newThread_ofAStoppedTimer_takesNoNumberOfItsName() {
    WheelTimer stopped = WheelTimer.builder().name("ended").build();
    stopped.stop();
    TimerWatch late = new TimerWatch("ended", null, null, false, new CensusRecording(stopped));
    assertThat(late.newThread(() -> {})).isNotNull();
    try (WheelTimer next = WheelTimer.builder().name("ended").build()) {
      next.start();
      assertThat(namesOfDrivers("ended-")).containsExactly("ended-driver");
    }
  }

  @Test
  void driver_isNamedAfterItsTimer_andNumberedAmongThoseOfOneName() throws Exception {
    try (WheelTimer first = WheelTimer.builder().name("twice").build();
        WheelTimer second = WheelTimer.builder().name("twice").build()) {
      second.start();
      first.start();
      assertThat(namesOfDrivers("twice-")).containsExactly("twice-driver", "twice-driver-2");
      second.stop();
      try (WheelTimer third = WheelTimer.builder().name("twice").build()) {
        third.start();
        awaitUntil(
            () -> namesOfDrivers("twice-").equals(List.of("twice-driver", "twice-driver-2")));
      }
    }
  }

  @Test
  void start_againAfterAThreadThatCouldNotBeMade_takesOneNumberOfItsName() {
    AtomicInteger asked = new AtomicInteger();
    WheelTimer timer =
        WheelTimer.builder()
            .name("again")
            .threadFactory(
                driver -> {
                  if (asked.getAndIncrement() == 0) {
                    throw new IllegalStateException("no thread, on purpose");
                  }
                  return Thread.ofPlatform().daemon().unstarted(driver);
                })
            .build();
    assertThatThrownBy(timer::start).hasMessage("no thread, on purpose");
    timer.start();
    timer.stop();
    try (WheelTimer next = WheelTimer.builder().name("again").build()) {
      next.start();
      assertThat(namesOfDrivers("again-")).containsExactly("again-driver");
    }
  }

  private static List<String> namesOfDrivers(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith(prefix))
        .sorted()
        .toList();
  }

  @Test
  void driver_holdsNeitherTheCallersClassLoaderNorItsInheritables() throws Exception {
    WheelTimer timer = WheelTimer.create();
    List<WeakReference<Object>> foreign = startFromForeignContext(timer);
    awaitUntil(
        () -> {
          System.gc();
          return foreign.stream().allMatch(reference -> reference.get() == null);
        });
    timer.stop();
  }

  /** In a method of its own, whose frame holds nothing once it has returned. */
  private static List<WeakReference<Object>> startFromForeignContext(WheelTimer timer)
      throws Exception {
    Thread caller = Thread.currentThread();
    ClassLoader before = caller.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[0], before)) {
      Object inherited = new Object();
      caller.setContextClassLoader(loader);
      INHERITED.set(inherited);
      timer.start();
      return List.of(new WeakReference<>(loader), new WeakReference<>(inherited));
    } finally {
      caller.setContextClassLoader(before);
      INHERITED.remove();
    }
  }

  private static void awaitUntil(BooleanSupplier condition) {
    long end = System.nanoTime() + SECONDS.toNanos(60);
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }
}
