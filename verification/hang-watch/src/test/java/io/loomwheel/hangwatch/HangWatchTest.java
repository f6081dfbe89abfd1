package io.loomwheel.hangwatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class HangWatchTest {
  private static final Duration NONE = Duration.ZERO;
  private static final Duration LONG = Duration.ofDays(1);

  private final BlockingQueue<String> printed = new LinkedBlockingQueue<>();
  private final TestIdentifier test = identifier("hangs", TestDescriptor.Type.TEST);

  private static TestIdentifier identifier(String name, TestDescriptor.Type type) {
    return TestIdentifier.from(
        new AbstractTestDescriptor(UniqueId.forEngine("none").append("test", name), name) {
          @Override
          public Type getType() {
            return type;
          }
        });
  }

  @Test
  void testThatHangs_printsTheStacksOfVirtualThreadsToo() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    Thread virtual = Thread.ofVirtual().start(() -> waitsForWhatNeverComes(begun, never));
    begun.await();
    new HangWatch(NONE, printed::add).executionStarted(test);
    String stacks = printed.poll(30, TimeUnit.SECONDS);
    never.countDown();
    virtual.join();
    assertThat(stacks)
        .startsWith("HANGS: [engine:none]/[test:hangs]")
        .contains("waitsForWhatNeverComes")
        .contains("testThatHangs_printsTheStacksOfVirtualThreadsToo");
  }

  private static void waitsForWhatNeverComes(CountDownLatch begun, CountDownLatch never) {
    begun.countDown();
    try {
      never.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void testThatEnds_isNotWatchedAnyMore() {
    HangWatch watch = new HangWatch(LONG, printed::add);
    watch.executionStarted(test);
    assertThat(watch.watched()).isEqualTo(1);
    watch.executionFinished(test, TestExecutionResult.successful());
    assertThat(watch.watched()).isZero();
  }

  @Test
  void container_isNotWatched() {
    HangWatch watch = new HangWatch(LONG, printed::add);
    watch.executionStarted(identifier("class", TestDescriptor.Type.CONTAINER));
    assertThat(watch.watched()).isZero();
  }

  @Test
  void test_takesThreeQuartersOfItsTimeout_beforeItIsSaidToHang() {
    HangWatch watch = new HangWatch(printed::add);
    assertThat(watch.limit()).isEqualTo(Duration.ofSeconds(90));
    watch.testPlanExecutionStarted(
        LauncherFactory.create()
            .discover(
                LauncherDiscoveryRequestBuilder.request()
                    .configurationParameter(HangWatch.TEST_TIMEOUT, "1200s")
                    .build()));
    assertThat(watch.limit()).isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void jvm_afterItsBound_printsAllStacksAndEnds() throws Exception {
    HangWatch watch = new HangWatch(LONG, printed::add);
    watch.executionStarted(test);
    watch.endAfter(NONE, () -> printed.add("ended"));
    assertThat(printed.poll(30, TimeUnit.SECONDS))
        .startsWith("HANGS: the tests of this JVM")
        .contains("[engine:none]/[test:hangs]", "jvm_afterItsBound_printsAllStacksAndEnds");
    assertThat(printed.poll(30, TimeUnit.SECONDS)).isEqualTo("ended");
  }

  /** A JVM whose only thread never ends, as that of a test that ignores its interrupt. */
  @Test
  void jvm_thatSpins_isHalted() throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-D" + HangWatch.BOUND + "=-9",
                Spinner.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).contains("HANGS: the tests of this JVM have run for 1 s", "Spinner.main");
    assertThat(child.waitFor()).isEqualTo(HangWatch.HUNG);
  }

  /** A program that never ends by itself. */
  static final class Spinner {
    public static void main(String[] args) {
      HangWatch watch = new HangWatch();
      while (watch.watched() >= 0) {
        Thread.onSpinWait();
      }
    }
  }

  /** Surefire's bound, without which no JVM is ended. */
  @Test
  void build_tellsTheJvmOfTestsItsBound() {
    assertThat(Integer.getInteger(HangWatch.BOUND)).isPositive();
  }

  @Test
  void launcher_findsTheWatch() {
    assertThat(ServiceLoader.load(TestExecutionListener.class))
        .hasAtLeastOneElementOfType(HangWatch.class);
  }
}
