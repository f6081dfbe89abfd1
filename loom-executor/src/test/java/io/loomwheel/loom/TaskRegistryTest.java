package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.loom.ExecutorTaskOwner.ExecutorTask;
import io.loomwheel.loom.ExecutorTaskOwner.TaskRegistry;
import io.loomwheel.testing.ManualClock;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TaskRegistryTest {
  private final WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
  private final ExecutorTaskOwner owner = new ExecutorTaskOwner(timer, false, null);
  private final TaskRegistry registry = owner.new TaskRegistry();

  @Test
  void all_someRemoved_theOthersFirstComeFirst() {
    List<ExecutorTask> tasks = add(100);
    for (int i = 0; i < 100; i += 3) {
      assertThat(registry.remove(tasks.get(i))).isTrue();
    }
    List<ExecutorTask> left = new ArrayList<>(tasks);
    for (int i = 99; i >= 0; i -= 3) {
      left.remove(i);
    }
    assertThat(registry.all()).isEqualTo(left);
    assertThat(registry.size()).isEqualTo(left.size());
  }

  @Test
  void add_afterTheOwnerWasClosed_refused() {
    owner.close(false);
    ExecutorTask late = task();
    assertThat(registry.add(late)).isFalse();
    assertThat(registry.remove(late)).isFalse();
    assertThat(registry.size()).isZero();
  }

  @Test
  void remove_twice_trueOnce() {
    ExecutorTask task = add(1).get(0);
    assertThat(registry.remove(task)).isTrue();
    assertThat(registry.remove(task)).isFalse();
  }

  /** A future that its caller keeps would keep all before it, and their results. */
  @Test
  void remove_whatWasAddedBefore_isNotHeldByALaterOne() {
    List<ExecutorTask> tasks = add(2);
    WeakReference<ExecutorTask> earlier = new WeakReference<>(tasks.removeFirst());
    registry.remove(tasks.getFirst());
    registry.remove(earlier.get());
    assertThat(Waiting.isCollected(earlier)).isTrue();
    assertThat(tasks).hasSize(1);
  }

  @Test
  void remove_theOnlyOne_theNextIsTheOnlyOneThen() {
    assertThat(add(1)).allMatch(registry::remove);
    List<ExecutorTask> next = add(1);
    assertThat(registry.all()).isEqualTo(next);
  }

  @Test
  void remove_whileOthersAdd_eachOnceAndNoneLeft() throws Exception {
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
                        removed.addAndGet(registry.remove(task) ? 1 : 0);
                      }
                    }
                  }));
    }
    for (int i = 0; i < tasks; i++) {
      ExecutorTask task = task();
      registry.add(task);
      added.add(task);
    }
    for (Thread remover : removers) {
      remover.join();
    }
    assertThat(removed).hasValue(tasks);
    assertThat(registry.all()).isEmpty();
  }

  private List<ExecutorTask> add(int count) {
    List<ExecutorTask> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ExecutorTask task = task();
      assertThat(registry.add(task)).isTrue();
      tasks.add(task);
    }
    return tasks;
  }

  private ExecutorTask task() {
    return new ExecutorTask(owner, () -> {});
  }
}
