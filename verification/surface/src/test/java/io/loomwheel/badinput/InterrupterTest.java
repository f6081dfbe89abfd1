package io.loomwheel.badinput;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class InterrupterTest {
  /**
   * A park that ends as soon as it is interrupted, so that the interrupter is often still there.
   */
  @Test
  void call_thatEndsByTheFlag_neverThrows() throws Throwable {
    for (int i = 0; i < 2_000; i++) {
      Interrupter.interrupted(
          () -> {
            while (!Thread.currentThread().isInterrupted()) {
              LockSupport.parkNanos(this, Long.MAX_VALUE);
            }
            return true;
          });
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
