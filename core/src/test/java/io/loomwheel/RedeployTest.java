package io.loomwheel;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.simple.SimpleServiceProvider;

/**
 * A web application that brings Loomwheel along is deployed again and again, as a servlet container
 * does it: each time in a class loader of its own, which is closed and must go.
 */
class RedeployTest {
  private static final int TIMES = 20;
  private static final int TIMES_OF_OTHER_WAYS = 5;

  @Test
  void applicationThatEndedWhatItBegan_leavesNoClassLoader() throws Exception {
    Map<RedeployedApplication.Way, List<WeakReference<ClassLoader>>> loaders = new TreeMap<>();
    for (RedeployedApplication.Way way : RedeployedApplication.Way.values()) {
      loaders.put(way, deployAndUndeploy(way, timesOf(way)));
    }
    long end = System.nanoTime() + SECONDS.toNanos(30);
    while (loaders.values().stream().anyMatch(each -> left(each) > 0) && System.nanoTime() < end) {
      System.gc();
    }
    assertThat(loaders)
        .allSatisfy(
            (way, each) -> assertThat(left(each)).as("of %d class loaders", timesOf(way)).isZero());
  }

  private static int timesOf(RedeployedApplication.Way way) {
    return way == RedeployedApplication.Way.SHARED_ENDED ? TIMES : TIMES_OF_OTHER_WAYS;
  }

  private static List<WeakReference<ClassLoader>> deployAndUndeploy(
      RedeployedApplication.Way way, int times) throws Exception {
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      loaders.add(deployAndUndeploy(way));
    }
    return loaders;
  }

  private static long left(List<WeakReference<ClassLoader>> loaders) {
    return loaders.stream().filter(loader -> loader.get() != null).count();
  }

  private static WeakReference<ClassLoader> deployAndUndeploy(RedeployedApplication.Way way)
      throws Exception {
    URL[] locations =
        ClassLocations.of(
            WheelTimer.class,
            RedeployedApplication.class,
            LoggerFactory.class,
            SimpleServiceProvider.class); // so that logging needs classes of the closed loader
    List<Throwable> failures = new ArrayList<>();
    try (URLClassLoader loader =
        new URLClassLoader(locations, ClassLoader.getPlatformClassLoader())) {
      Class<?> application = loader.loadClass(RedeployedApplication.class.getName());
      Runnable use = (Runnable) application.getConstructor(String.class).newInstance(way.name());
      Thread thread = new Thread(use);
      thread.setContextClassLoader(loader);
      thread.setUncaughtExceptionHandler((t, failure) -> failures.add(failure));
      thread.start();
      thread.join();
      assertThat(failures).isEmpty();
      return new WeakReference<>(loader);
    }
  }
}
