package io.loomwheel;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which context class loader tasks see, where an application has one of its own. */
class ContextLoaderTest {
  private final Thread caller = Thread.currentThread();
  private final ClassLoader before = caller.getContextClassLoader();
  private URLClassLoader application;

  @BeforeEach
  void enterTheApplication() {
    application = new URLClassLoader(new URL[0], before);
    caller.setContextClassLoader(application);
  }

  @AfterEach
  void leaveTheApplication() throws Exception {
    caller.setContextClassLoader(before);
    application.close();
  }

  private static ClassLoader seenBy(WheelTimer timer, long delayMillis) throws Exception {
    CompletableFuture<ClassLoader> seen = new CompletableFuture<>();
    timer.newTimeout(
        timeout -> seen.complete(Thread.currentThread().getContextClassLoader()),
        delayMillis,
        MILLISECONDS);
    return seen.get(60, SECONDS);
  }

  private ClassLoader seenByATimerOn(Executor executor, long delayMillis) throws Exception {
    try (WheelTimer timer = WheelTimer.builder().taskExecutor(executor).build()) {
      caller.setContextClassLoader(before);
      return seenBy(timer, delayMillis);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 5})
  void timerOfOnesOwn_taskSeesTheLoaderOfWhoBuiltIt(long delayMillis) throws Exception {
    try (WheelTimer timer = WheelTimer.create()) {
      caller.setContextClassLoader(before);
      assertThat(seenBy(timer, delayMillis)).isSameAs(application);
    }
  }

  @Test
  void timerOnItsDriver_taskSeesTheLoaderOfWhoBuiltIt() throws Exception {
    assertThat(seenByATimerOn(Runnable::run, 5)).isSameAs(application);
  }

  @Test
  void timerOnAPoolWhoseThreadsInheritTheLoader_taskSeesTheLoaderOfWhoBuiltIt() throws Exception {
    try (ExecutorService pool = Executors.newCachedThreadPool()) {
      assertThat(seenByATimerOn(pool, 5)).isSameAs(application);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 5})
  void timerWhoseExecutorRefuses_taskSeesTheLoaderOfWhoBuiltIt(long delayMillis) throws Exception {
    Executor refuses =
        task -> {
          throw new RejectedExecutionException("full, on purpose");
        };
    assertThat(seenByATimerOn(refuses, delayMillis)).isSameAs(application);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 5})
  void sharedTimer_taskSeesTheLoaderOfLoomwheel(long delayMillis) throws Exception {
    assertThat(seenBy(WheelTimer.shared(), delayMillis))
        .isSameAs(WheelTimer.class.getClassLoader());
  }

  @Test
  void timerForgotten_letsGoOfTheLoader() throws Exception {
    caller.setContextClassLoader(before);
    WeakReference<ClassLoader> loader = makeAndForget();
    long end = System.nanoTime() + SECONDS.toNanos(60);
    while (loader.get() != null && System.nanoTime() - end < 0) {
      System.gc();
    }
    assertThat(loader.get()).isNull();
  }

  /** In a method of its own, whose frame holds nothing once it has returned. */
  private WeakReference<ClassLoader> makeAndForget() throws Exception {
    try (URLClassLoader another = new URLClassLoader(new URL[0], before)) {
      caller.setContextClassLoader(another);
      WheelTimer timer = WheelTimer.builder().leakDetection(false).build();
      caller.setContextClassLoader(before);
      assertThat(seenBy(timer, 5)).isSameAs(another);
      return new WeakReference<>(another);
    }
  }
}
