package io.loomwheel.drive;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class PendingLimitTest {
  private final PendingLimit limit = new PendingLimit(2);

  private void take(int places) {
    for (int i = 0; i < places; i++) {
      limit.take();
    }
  }

  private void assertFull(int pending) {
    assertThatThrownBy(limit::take)
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage(pending + " timeouts are pending, and maxPendingTimeouts is 2");
  }

  @Test
  void take_overTheLimit_isRejectedAndTakesNothing() {
    take(2);
    assertFull(2);
    assertFull(2);
    limit.give(1);
    assertThatCode(limit::take).doesNotThrowAnyException();
    assertFull(2);
  }

  @Test
  void give_several_freesAsMany() {
    take(2);
    limit.give(2);
    take(2);
    assertFull(2);
  }

  @Test
  void retake_goesOverTheLimit_andCounts() {
    take(2);
    limit.retake();
    assertFull(3);
    limit.give(1);
    assertFull(2);
  }
}
