package io.loomwheel.contract;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Random tasks on a Worker: two threads submit them, with no delay or up to a few ticks, and a
 * third disposes of some. What was not disposed of has to run once, in the order that {@link
 * Submitted#mustPrecede} knows of.
 */
final class RandomOrder {
  private static final int EACH = 60;
  private static final long LONGEST_NANOS = 3_000_000;

  private final Taker worker;
  private final long seed;

  /** In the order of their runs; the Worker runs one at a time. */
  private final List<Submitted> ran = Collections.synchronizedList(new ArrayList<>());

  private final BlockingQueue<Submitted> toDispose = new LinkedBlockingQueue<>();
  private final Submitted noMore = new Submitted(2, 0, 0);

  RandomOrder(Taker worker, long seed) {
    this.worker = worker;
    this.seed = seed;
  }

  /** A task and the time of its submission, which is known but for the length of that call. */
  private final class Submitted {
    private final int thread;
    private final int number;
    private final long delay;
    private long before;
    private long after;
    private @Nullable Handle handle;

    Submitted(int thread, int number, long delay) {
      this.thread = thread;
      this.number = number;
      this.delay = delay;
    }

    void submit(Runnable task) {
      before = System.nanoTime();
      handle =
          SchedulerContract.accepted(
              delay < 0 ? worker.schedule(task) : worker.schedule(task, delay, NANOSECONDS));
      after = System.nanoTime();
    }

    private long counted() {
      return Math.max(0, delay);
    }

    boolean mustPrecede(Submitted other) {
      boolean earlier = thread == other.thread && number < other.number;
      return (earlier && counted() <= other.counted())
          || (after + counted()) - (other.before + other.counted()) < 0;
    }

    @Override
    public String toString() {
      return "thread " + thread + ", task " + number + ", delay " + delay;
    }
  }

  void run() throws InterruptedException {
    List<List<Submitted>> tasks = List.of(new ArrayList<>(), new ArrayList<>());
    Thread other = Thread.ofPlatform().start(() -> submit(1, tasks.get(1)));
    Thread disposer = Thread.ofPlatform().start(this::dispose);
    submit(0, tasks.get(0));
    other.join();
    toDispose.add(noMore);
    disposer.join();
    CountDownLatch last = new CountDownLatch(1);
    worker.schedule(last::countDown, 2 * LONGEST_NANOS, NANOSECONDS);
    assertThat(last.await(30, SECONDS)).isTrue();
    worker.dispose();
    List<Submitted> order = List.copyOf(ran);
    assertThat(order).doesNotHaveDuplicates();
    for (List<Submitted> each : tasks) {
      assertThat(new HashSet<>(order))
          .containsAll(each.stream().filter(task -> task.number % 3 != 0).toList());
    }
    assertOrder(order);
  }

  private void assertOrder(List<Submitted> order) {
    for (int i = 0; i < order.size(); i++) {
      for (int k = i + 1; k < order.size(); k++) {
        assertThat(order.get(k).mustPrecede(order.get(i)))
            .as("seed %s: %s ran before %s", seed, order.get(i), order.get(k))
            .isFalse();
      }
    }
  }

  private void submit(int thread, List<Submitted> to) {
    Random random = new Random(2 * seed + thread);
    for (int i = 0; i < EACH; i++) {
      long delay = random.nextInt(3) == 0 ? -random.nextInt(2) : random.nextLong(LONGEST_NANOS);
      Submitted task = new Submitted(thread, i, delay);
      to.add(task);
      task.submit(() -> ran.add(task));
      if (i % 3 == 0) {
        toDispose.add(task);
      }
      long pause = random.nextInt(4) == 0 ? random.nextInt(100_000) : 0;
      while (System.nanoTime() - task.after < pause) {
        Thread.onSpinWait();
      }
    }
  }

  private void dispose() {
    try {
      for (Submitted task; (task = toDispose.take()) != noMore; ) {
        Objects.requireNonNull(task.handle).dispose();
      }
    } catch (InterruptedException e) {
      throw new AssertionError("the test was interrupted", e);
    }
  }
}
