package io.loomwheel.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ThreadsTest {
  @Test
  void count_threadsOfBothKinds_areThere() throws Exception {
    Map<String, Integer> before = Threads.count();
    CountDownLatch end = new CountDownLatch(1);
    Thread platform = Thread.ofPlatform().name("soak-test-7").start(() -> await(end));
    Thread virtual = Thread.ofVirtual().name("soak-test-8").start(() -> await(end));

    assertThat(Threads.count().get("soak-test-#")).isEqualTo(2);

    end.countDown();
    platform.join();
    virtual.join();
    assertThat(Threads.beyond(before)).doesNotContainKey("soak-test-#");
  }

  private static void await(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
