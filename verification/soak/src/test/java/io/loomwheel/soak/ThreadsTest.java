package io.loomwheel.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class ThreadsTest {
  @Test
  void count_threadsOfBothKinds_areThere() throws Exception {
    Map<String, Integer> before = Threads.count();
    Semaphore end = new Semaphore(0);
    Thread platform = Thread.ofPlatform().name("soak-test-7").start(end::acquireUninterruptibly);
    Thread virtual = Thread.ofVirtual().name("soak-test-8").start(end::acquireUninterruptibly);

    assertThat(Threads.count().get("soak-test-#")).isEqualTo(2);

    end.release(2);
    platform.join();
    virtual.join();
    assertThat(Threads.beyond(before)).doesNotContainKey("soak-test-#");
  }
}
