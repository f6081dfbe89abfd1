package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.loom.VirtualThreadExecutor.ActiveTask;
import io.loomwheel.loom.VirtualThreadExecutor.Admission;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Which tasks of an executor with limits run and which wait. */
class AdmissionTest {
  private final VirtualThreadExecutor executor = VirtualThreadExecutor.create();
  private final Admission admission = executor.new Admission(1, 1);

  private static ActiveTask task() {
    Runnable command = () -> {};
    return new ActiveTask(command, command, 0);
  }

  @Test
  void endTurn_oneWaits_getsTheTurn() {
    ActiveTask second = task();
    admission.enter(task());
    admission.enter(second);
    assertThat(admission.endTurn()).isSameAs(second);
    assertThat(admission.endTurn()).isNull();
    assertThat(admission.enter(task())).isTrue();
  }

  @Test
  void enter_afterAShutdownHasTakenWhatWaits_isRejected() {
    admission.enter(task());
    executor.shutdown();
    admission.withdraw();
    assertThatThrownBy(() -> admission.enter(task()))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(admission.endTurn()).isNull();
  }

  @Test
  void withdraw_whatWaits_isReturnedOnceAndHasNoTurn() {
    Runnable second = () -> {};
    admission.enter(task());
    admission.enter(new ActiveTask(second, second, 1));
    admission.withdraw();
    admission.withdraw();
    assertThat(executor.takeWithdrawn()).containsExactly(second);
    assertThat(executor.takeWithdrawn()).isEmpty();
    assertThat(admission.endTurn()).isNull();
  }
}
