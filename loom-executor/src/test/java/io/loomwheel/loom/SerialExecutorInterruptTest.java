package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whose interrupt is whose, where it runs on a thread that is somebody's: here the test's. */
class SerialExecutorInterruptTest {
  private final SerialExecutor inline = new SerialExecutor(Runnable::run);
  private final List<Boolean> seen = new ArrayList<>();

  @AfterEach
  void tidy() {
    Thread.interrupted();
  }

  private void look() {
    seen.add(Thread.currentThread().isInterrupted());
  }

  @Test
  void execute_byAThreadThatIsInterrupted_leavesItSo_andTheTaskSeesIt() {
    Thread.currentThread().interrupt();
    inline.execute(this::look);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(seen).containsExactly(true);
  }

  @Test
  void execute_ofATaskThatTakesTheInterrupt_leavesTheCallersAllTheSame() {
    Thread.currentThread().interrupt();
    inline.execute(Thread::interrupted);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void execute_ofSeveral_showsTheCallersInterruptToTheFirstAlone() {
    Thread.currentThread().interrupt();
    inline.execute(
        () -> {
          inline.execute(this::look);
          inline.execute(this::look);
          look();
        });
    assertThat(seen).containsExactly(true, false, false);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void interruptDuringATask_reachesTheCaller_notTheNext_howeverTheTaskEnds() {
    SerialExecutor quiet = new SerialExecutor(Runnable::run, (task, cause) -> {});
    quiet.execute(
        () -> {
          quiet.execute(this::look);
          Thread.currentThread().interrupt();
          throw new IllegalStateException("on purpose");
        });
    assertThat(seen).containsExactly(false);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void interruptDuringATask_ofACallerThatBroughtOne_leavesOne() {
    Thread.currentThread().interrupt();
    inline.execute(() -> Thread.currentThread().interrupt());
    inline.execute(this::look);
    assertThat(seen).containsExactly(true);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void thread_lentAndInterruptedBefore_isGivenBackInterrupted_afterABatchToo() {
    Queue<Runnable> target = new ArrayDeque<>();
    SerialExecutor lent = new SerialExecutor(target::add);
    for (int i = 0; i < 1000; i++) {
      lent.execute(this::look);
    }
    Thread.currentThread().interrupt();
    target.remove().run();
    assertThat(Thread.interrupted()).isTrue();
    while (!target.isEmpty()) {
      target.remove().run();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
    assertThat(seen).hasSize(1000).startsWith(true);
    assertThat(seen.subList(1, 1000)).containsOnly(false);
  }
}
