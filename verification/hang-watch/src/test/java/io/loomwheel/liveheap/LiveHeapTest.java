package io.loomwheel.liveheap;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.util.concurrent.ForkJoinTask;
import org.junit.jupiter.api.Test;

class LiveHeapTest {
  private static final int MEGABYTE = 1 << 20;

  @Test
  void bytes_whatIsReachable_isCountedAndGarbageIsNot() {
    long before = LiveHeap.bytes();

    assertThat(bytesBeside(new byte[8 * MEGABYTE]) - before)
        .isBetween(7L * MEGABYTE, 9L * MEGABYTE);
    assertThat(LiveHeap.bytes() - before).isLessThan(MEGABYTE);
  }

  @Test
  void bytes_queuesOfTheSchedulerOfVirtualThreads_areNotCounted() {
    long before = LiveHeap.bytes();

    assertThat(bytesBeside(new ForkJoinTask<?>[2 * MEGABYTE]) - before).isLessThan(MEGABYTE);
  }

  private static long bytesBeside(Object kept) {
    try {
      return LiveHeap.bytes();
    } finally {
      Reference.reachabilityFence(kept);
    }
  }
}
