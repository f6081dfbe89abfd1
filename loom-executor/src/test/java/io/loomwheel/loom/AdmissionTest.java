package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.loom.VirtualThreadExecutor.ActiveTask;
import io.loomwheel.loom.VirtualThreadExecutor.Admission;
import java.util.ArrayList;
import java.util.List;
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
    admission.drainTo(waits -> {});
    assertThatThrownBy(() -> admission.enter(task()))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(admission.endTurn()).isNull();
  }

  @Test
  void drainTo_theConsumerThrows_whatItHasNotTakenComesNext() {
    ActiveTask second = task();
    admission.enter(task());
    admission.enter(second);
    List<ActiveTask> left = new ArrayList<>();
    assertThatThrownBy(
            () ->
                admission.drainTo(
                    run -> {
                      throw new OutOfMemoryError("on purpose");
                    }))
        .isInstanceOf(OutOfMemoryError.class);
    admission.drainTo(left::add);
    admission.drainTo(left::add);
    assertThat(left).containsExactly(second);
    assertThat(admission.endTurn()).isNull();
  }
}
