package io.loomwheel.loom.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import org.junit.jupiter.api.Test;

/** What a task without delay has to run after, step by step. */
class TaskListTest {
  private static final long WITHOUT = Long.MAX_VALUE;

  private final WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();

  private final TaskOwner owner =
      new TaskOwner(timer) {
        @Override
        protected boolean isClosed() {
          return false;
        }

        @Override
        protected boolean interruptsOnDispose() {
          return false;
        }

        @Override
        protected boolean failed(Throwable cause, boolean periodic) {
          return false;
        }
      };

  private final TaskList tasks = new TaskList();

  private TrackedTask task() {
    return new TrackedTask(owner, () -> {}) {};
  }

  private TrackedTask waiting(long deadline) {
    TrackedTask task = task();
    task.prime(deadline);
    tasks.add(task, deadline);
    return task;
  }

  private long behind(long now) {
    return tasks.queueBehind(task(), now);
  }

  @Test
  void nothingDelayed_nothingIsWaitedForNorLookedAt() {
    tasks.add(task(), WITHOUT);
    assertThat(tasks.earliest()).isEqualTo(WITHOUT);
    assertThat(behind(100)).isEqualTo(TaskList.NOTHING);
  }

  @Test
  void severalDue_theLatestCounts() {
    waiting(10);
    waiting(30);
    waiting(20);
    waiting(99);
    assertThat(behind(50)).isEqualTo(30);
  }

  @Test
  void nextOne_beforeTheFirstWasArmed_waitsForTheSame() {
    TrackedTask due = waiting(10);
    assertThat(behind(50)).isEqualTo(10);
    due.claimCancel();
    due.withdraw(); // only the first one, which its submitter has not armed yet, is left to wait
    // for
    assertThat(behind(50)).isEqualTo(10);
  }

  @Test
  void nextOne_afterAnotherBecameDue_waitsForThatToo() {
    waiting(10);
    waiting(60);
    assertThat(behind(50)).isEqualTo(10);
    assertThat(behind(70)).isEqualTo(60);
  }

  @Test
  void hindmost_wasRefused_theDueOnesAreFoundAgain() {
    waiting(10);
    TrackedTask refused = task();
    assertThat(tasks.queueBehind(refused, 50)).isEqualTo(10);
    tasks.unqueue(refused);
    assertThat(tasks.earliest()).isLessThanOrEqualTo(10);
    assertThat(behind(50)).isEqualTo(10);
  }

  @Test
  void dueOnes_hadTheirEnd_nothingIsWaitedFor() {
    TrackedTask due = waiting(10);
    waiting(99);
    due.withdraw();
    tasks.remove(due);
    assertThat(behind(50)).isEqualTo(TaskList.NOTHING);
    assertThat(tasks.earliest()).isEqualTo(99);
  }

  @Test
  void moreThanAreLookedAt_allOfThemCountAsDueNow() {
    waiting(10);
    for (int i = 0; i < 2_000; i++) {
      waiting(1_000_000);
    }
    assertThat(behind(50)).isEqualTo(50);
  }
}
