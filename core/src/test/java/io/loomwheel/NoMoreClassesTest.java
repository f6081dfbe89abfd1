package io.loomwheel;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.NonNull;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;
import org.slf4j.simple.SimpleServiceProvider;

/**
 * What fails while the JVM has no memory for one more class does not end the driver, and loses no
 * timeout: what it needs then was loaded before, or is tried again.
 */
class NoMoreClassesTest {
  @ParameterizedTest
  @EnumSource(Application.Failure.class)
  void failure_noMemoryForAClass_timeoutRunsInTheEnd(Application.Failure failure) throws Exception {
    URL[] locations =
        ClassLocations.of(
            WheelTimer.class,
            Application.class,
            LoggerFactory.class,
            SimpleServiceProvider.class,
            NonNull.class);
    try (ScarceClasses classes = new ScarceClasses(locations)) {
      Object application =
          classes
              .loadClass(Application.class.getName())
              .getConstructor(String.class, Consumer.class)
              .newInstance(failure.name(), (Consumer<Boolean>) classes::refuse);
      assertThat(((Callable<?>) application).call())
          .as("refused: %s", classes.refused)
          .isEqualTo(true);
    }
  }

  /** Loads classes while it is not told to refuse. */
  private static final class ScarceClasses extends URLClassLoader {
    final List<String> refused = new CopyOnWriteArrayList<>();
    private volatile boolean refuses;

    ScarceClasses(URL[] locations) {
      super(locations, ClassLoader.getPlatformClassLoader());
    }

    void refuse(boolean all) {
      refuses = all;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (refuses) {
        refused.add(name);
        throw new OutOfMemoryError(name + ", on purpose");
      }
      return super.findClass(name);
    }
  }

  /** Runs in a class loader of its own: a timer whose clock or executor fails three times. */
  public static final class Application implements Callable<Boolean>, NanoClock, Executor {
    /** What fails. */
    enum Failure {
      CLOCK,
      EXECUTOR
    }

    private final Failure failure;
    private final Consumer<Boolean> refuseClasses;
    private final AtomicInteger failures = new AtomicInteger();

    public Application(String failure, Consumer<Boolean> refuseClasses) {
      this.failure = Failure.valueOf(failure);
      this.refuseClasses = refuseClasses;
    }

    @Override
    public long nanoTime() {
      if (Thread.currentThread().getName().contains("driver")) {
        mayFail(Failure.CLOCK);
      }
      return System.nanoTime();
    }

    @Override
    public void execute(Runnable task) {
      mayFail(Failure.EXECUTOR);
      Thread.startVirtualThread(task);
    }

    private void mayFail(Failure here) {
      if (here == failure && failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new RejectedExecutionException("on purpose");
      }
    }

    @Override
    public Boolean call() throws InterruptedException {
      try (WheelTimer timer = WheelTimer.builder().clock(this).taskExecutor(this).build()) {
        arm(timer).await();
        failures.set(3);
        CountDownLatch ran = arm(timer);
        refuseClasses.accept(true);
        boolean soon = ran.await(200, MILLISECONDS);
        refuseClasses.accept(false);
        return soon || ran.await(20, SECONDS);
      }
    }

    private static CountDownLatch arm(WheelTimer timer) {
      CountDownLatch ran = new CountDownLatch(1);
      timer.newTimeout(timeout -> ran.countDown(), 20, MILLISECONDS);
      return ran;
    }
  }
}
