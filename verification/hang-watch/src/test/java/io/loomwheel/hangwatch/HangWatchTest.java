package io.loomwheel.hangwatch;

import static org.assertj.core.api.Assertions.assertThat;

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
  void launcher_findsTheWatch() {
    assertThat(ServiceLoader.load(TestExecutionListener.class))
        .hasAtLeastOneElementOfType(HangWatch.class);
  }
}
