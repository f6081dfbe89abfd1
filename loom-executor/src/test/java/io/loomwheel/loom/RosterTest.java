package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.ExecutorTaskOwner.ExecutorTask;
import io.loomwheel.loom.ExecutorTaskOwner.Roster;
import io.loomwheel.testing.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RosterTest {
  private final WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
  private final ExecutorTaskOwner owner = new ExecutorTaskOwner(timer, false, null);
  private final Roster roster = new Roster();

  @Test
  void close_someRemoved_theOthersFirstComeFirst() {
    List<ExecutorTask> tasks = add(100);
    for (int i = 0; i < 100; i += 3) {
      assertThat(roster.remove(tasks.get(i))).isTrue();
    }
    List<ExecutorTask> left = new ArrayList<>(tasks);
    for (int i = 99; i >= 0; i -= 3) {
      left.remove(i);
    }
    assertThat(roster.close()).isEqualTo(left);
    assertThat(roster.added()).isEqualTo(100);
  }

  @Test
  void add_afterClose_refused() {
    roster.close();
    ExecutorTask late = task();
    assertThat(roster.add(late)).isFalse();
    assertThat(roster.remove(late)).isFalse();
    assertThat(roster.added()).isZero();
  }

  @Test
  void remove_twice_trueOnce() {
    ExecutorTask task = add(1).get(0);
    assertThat(roster.remove(task)).isTrue();
    assertThat(roster.remove(task)).isFalse();
  }

  @Test
  void remove_afterTheArrayHasGrownAndMoved_stillFindsEach() {
    List<ExecutorTask> oldest = add(10);
    for (int i = 0; i < 1_000; i++) {
      List<ExecutorTask> some = add(7);
      assertThat(some).allMatch(roster::remove);
    }
    List<ExecutorTask> youngest = add(500);
    assertThat(oldest).allMatch(roster::remove);
    assertThat(roster.close()).isEqualTo(youngest);
  }

  @Test
  void remove_whileOthersAddAndTheArrayMoves_eachOnceAndNoneLeft() throws Exception {
    int tasks = 200_000;
    LinkedTransferQueue<ExecutorTask> added = new LinkedTransferQueue<>();
    AtomicInteger removed = new AtomicInteger();
    AtomicInteger left = new AtomicInteger(tasks);
    List<Thread> removers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      removers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (left.get() > 0) {
                      ExecutorTask task = added.poll();
                      if (task != null) {
                        left.decrementAndGet();
                        removed.addAndGet(roster.remove(task) ? 1 : 0);
                      }
                    }
                  }));
    }
    for (int i = 0; i < tasks; i++) {
      ExecutorTask task = task();
      roster.add(task);
      added.add(task);
    }
    for (Thread remover : removers) {
      remover.join();
    }
    assertThat(removed).hasValue(tasks);
    assertThat(roster.close()).isEmpty();
  }

  private List<ExecutorTask> add(int count) {
    List<ExecutorTask> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ExecutorTask task = task();
      assertThat(roster.add(task)).isTrue();
      tasks.add(task);
    }
    return tasks;
  }

  private ExecutorTask task() {
    return new ExecutorTask(owner, () -> {});
  }
}
