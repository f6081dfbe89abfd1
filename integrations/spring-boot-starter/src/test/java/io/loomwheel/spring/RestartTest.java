package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.reactivex.rxjava3.core.Flowable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;
import reactor.core.publisher.Mono;

/**
 * An application that is deployed, started and ended again and again in one JVM: no thread of it is
 * left, no timer, and no class, because each has a class loader that can be collected.
 */
class RestartTest {
  private static final int TIMES = 20;

  private final List<WeakReference<?>> timersAndLoaders = new ArrayList<>();

  @Test
  void restarts_leaveNoThreadNoClassAndNoTimer() throws Exception {
    startRxJavasThreads();
    run(getClass().getClassLoader()); // Boot keeps the loader of the first application, by itself
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    for (int i = 0; i < TIMES; i++) {
      runRedeployed();
    }
    awaitThreads(before);
    awaitGone();
  }

  /** They live as long as the JVM, and keep the context class loader of who starts them. */
  private static void startRxJavasThreads() {
    for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
      assertThat(Flowable.timer(1, TimeUnit.MILLISECONDS).blockingFirst()).isZero();
    }
  }

  /**
   * Carriers, helpers of the JDK, and RxJava's own threads, of which there is one for each core.
   */
  private static boolean isOfTheJvm(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group == null // it has ended meanwhile
        || group.getName().matches("CarrierThreads|Innocuous.*")
        || thread.getName().startsWith("Rx");
  }

  private void runRedeployed() throws Exception {
    ClassLoader loader = new RedeployedClasses(RedeployedApplication.class);
    timersAndLoaders.add(new WeakReference<>(loader));
    Thread current = Thread.currentThread();
    ClassLoader outside = current.getContextClassLoader();
    current.setContextClassLoader(loader);
    try {
      run(loader);
    } finally {
      current.setContextClassLoader(outside);
    }
  }

  private void run(ClassLoader loader) throws Exception {
    ConfigurableApplicationContext application =
        new SpringApplicationBuilder(
                new DefaultResourceLoader(loader),
                loader.loadClass(RedeployedApplication.class.getName()))
            .web(WebApplicationType.NONE)
            .properties(
                "spring.main.banner-mode=off",
                "spring.main.log-startup-info=false",
                "spring.main.register-shutdown-hook=false",
                "loomwheel.reactor.default-delays=true",
                "loomwheel.rxjava.default-delays=true",
                "loomwheel.scheduling.enabled=true")
            .run();
    WheelTimer timer = application.getBean(WheelTimer.class);
    timersAndLoaders.add(new WeakReference<>(timer));
    Mono.delay(Duration.ofMillis(1)).block(Duration.ofSeconds(60));
    assertThat(Flowable.timer(1, TimeUnit.MILLISECONDS).blockingFirst()).isZero();
    Mono.delay(Duration.ofHours(1)).subscribe();
    assertThat(application.getBean(CountDownLatch.class).await(60, TimeUnit.SECONDS)).isTrue();
    application.close();
    assertThat(timer.isStopped()).isTrue();
  }

  /**
   * Waits for the applications' threads. Has a frame of its own, because the iterator stays in the
   * frame that has made it, with the ended threads, which keep their context class loader.
   */
  private static void awaitThreads(Set<Thread> before) throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("loomwheel")
          || !(before.contains(thread) || isOfTheJvm(thread))) {
        assertThat(thread.join(Duration.ofSeconds(60))).as("%s has ended", thread).isTrue();
      }
    }
  }

  private void awaitGone() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!timersAndLoaders.stream().allMatch(one -> one.refersTo(null))) {
      Waiting.collect();
      assertThat(timersAndLoaders)
          .satisfies(
              all ->
                  assertThat(System.nanoTime() - end)
                      .as(() -> "still reachable: " + all.stream().map(WeakReference::get).toList())
                      .isNegative());
    }
  }

  /**
   * Defines a class and those nested in it anew, as a container does when it deploys them again.
   */
  static final class RedeployedClasses extends ClassLoader {
    private final String name;

    RedeployedClasses(Class<?> application) {
      super(application.getClassLoader());
      this.name = application.getName();
    }

    @Override
    protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(wanted)) {
        Class<?> known = findLoadedClass(wanted);
        if (known != null) {
          return known;
        }
        return wanted.equals(name) || wanted.startsWith(name + "$")
            ? define(wanted)
            : super.loadClass(wanted, resolve);
      }
    }

    private Class<?> define(String wanted) throws ClassNotFoundException {
      try (InputStream file = getResourceAsStream(wanted.replace('.', '/') + ".class")) {
        if (file == null) {
          throw new ClassNotFoundException(wanted); // one that CGLIB is about to make
        }
        byte[] bytes = file.readAllBytes();
        return defineClass(wanted, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(wanted, e);
      }
    }
  }
}
