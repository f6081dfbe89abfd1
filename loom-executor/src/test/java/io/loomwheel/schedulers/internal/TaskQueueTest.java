package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.schedulers.internal.WorkerTaskOwner.WorkerTask;
import io.loomwheel.testing.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order of a Worker's tasks, against a list that is sorted anew at each step. */
class TaskQueueTest {
  private final WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();

  private final TaskQueue queue =
      new TaskQueue(new TaskOwner.Settings((cause, periodic) -> false, timer, false, null, false)) {
        @Override
        public OwnerState state() {
          return OwnerState.OPEN;
        }

        @Override
        boolean hasCell() {
          return shortages.nextInt(100) >= shortage && super.hasCell();
        }
      };

  /** How often, in a hundred times, there is no memory for a larger heap. */
  private int shortage;

  private final Random shortages = new Random(0);

  /** Those in the queue, in the order of submission. */
  private final List<WorkerTask> reference = new ArrayList<>();

  private void add(long deadline) {
    WorkerTask task = new WorkerTask(queue, () -> {}) {};
    task.primeFired(deadline);
    queue.add(task);
    reference.add(task);
  }

  private void remove(WorkerTask task) {
    queue.remove(task);
    queue.remove(task); // again, which changes nothing
    reference.remove(task);
  }

  private WorkerTask first() {
    WorkerTask first = null;
    for (WorkerTask task : reference) {
      boolean earlier = first == null || task.deadlineNanos() < first.deadlineNanos();
      first = earlier ? task : first;
    }
    return first;
  }

  private void check() {
    assertThat(queue.queued()).hasSameSizeAs(reference);
    assertThat(queue.first()).isSameAs(first());
  }

  /** {@code spread} decides how many deadlines are equal. */
  @ParameterizedTest
  @CsvSource({"1, 0", "3, 0", "20, 0", "1000000, 0", "3, 100", "1000000, 100", "20, 20"})
  void randomSteps_haveTheOrderOfDeadlinesThenOfSubmission(int spread, int without) {
    shortage = without;
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      int adds = 20 + random.nextInt(60); // of a hundred steps: the queue grows, or stays short
      for (int step = 0; step < 600; step++) {
        if (reference.isEmpty() || random.nextInt(100) < adds) {
          add(step / 10 + random.nextInt(spread));
        } else if (random.nextBoolean()) {
          remove(first());
        } else {
          remove(reference.get(random.nextInt(reference.size())));
        }
        check();
      }
      assertThat(queue.queued()).containsExactlyInAnyOrderElementsOf(reference);
      while (!reference.isEmpty()) {
        remove(first());
        check();
      }
    }
  }

  @Test
  void serials_thatOverflow_keepTheOrder() {
    queue.nextSerial = Integer.MAX_VALUE - 1;
    for (int i = 0; i < 4; i++) {
      add(10); // a list
    }
    for (int i = 0; i < 4; i++) {
      add(5); // a heap
    }
    while (!reference.isEmpty()) {
      check();
      remove(first());
    }
  }
}
