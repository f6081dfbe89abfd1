package io.loomwheel.reactor.test;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * A program of submissions, of tasks that submit, and of time that passes, made from a number: the
 * same for each scheduler that it is run on. Delays are few and short, so that many are equal.
 */
final class RandomScenario {
  private static final long[] DELAYS = {0, 0, 0, 1, 2, 3, 5, 400, 401};
  private static final int DEEPEST = 3;

  private final long seed;
  private final VirtualTimeScheduler time;
  private final Scheduler scheduler;
  private final List<Scheduler.Worker> workers = new ArrayList<>();
  private final List<Disposable> handles = new ArrayList<>();
  private final List<String> log = new ArrayList<>();

  /**
   * Whether there are periods. A stock scheduler that defers goes by whether anything waits, and
   * its own periodic tasks wait on once they are disposed of; ours don't.
   */
  private final boolean repeats;

  private RandomScenario(
      long seed, VirtualTimeScheduler time, Scheduler scheduler, boolean repeats) {
    this.repeats = repeats;
    this.seed = seed;
    this.time = time;
    this.scheduler = scheduler;
  }

  /** {@return what ran, and when} */
  static List<String> run(
      long seed, VirtualTimeScheduler time, Scheduler scheduler, boolean repeats) {
    RandomScenario scenario = new RandomScenario(seed, time, scheduler, repeats);
    scenario.play();
    return scenario.log;
  }

  private void play() {
    for (int i = 0; i < 3; i++) {
      workers.add(scheduler.createWorker());
    }
    Random random = new Random(seed);
    int steps = 2 + random.nextInt(10);
    for (int step = 0; step < steps; step++) {
      switch (random.nextInt(4)) {
        case 0 -> time.advanceTimeBy(Duration.ofNanos(DELAYS[random.nextInt(DELAYS.length)]));
        case 1 -> disposeOfOne(random);
        default -> submit(random, "t" + step, 0);
      }
    }
    time.advanceTimeBy(Duration.ofNanos(3000));
    time.advanceTimeBy(Duration.ofNanos(3000));
  }

  private void disposeOfOne(Random random) {
    if (!handles.isEmpty()) {
      handles.get(random.nextInt(handles.size())).dispose();
    }
  }

  private void submit(Random random, String name, int depth) {
    int to = random.nextInt(workers.size() + 1);
    long delay = DELAYS[random.nextInt(DELAYS.length)];
    int own = handles.size();
    Runnable task = task(name, depth, own);
    handles.add(reactor.core.Disposables.disposed()); // a task may run before it is returned
    Disposable handle;
    int kind = repeats ? random.nextInt(8) : 1 + random.nextInt(7);
    int period = 1 + random.nextInt(3);
    if (to == workers.size()) {
      handle =
          kind == 0
              ? scheduler.schedulePeriodically(task, 1 + random.nextInt(3), period, NANOSECONDS)
              : kind < 4 ? scheduler.schedule(task) : scheduler.schedule(task, delay, NANOSECONDS);
    } else {
      Scheduler.Worker worker = workers.get(to);
      handle =
          kind == 0
              ? worker.schedulePeriodically(task, 1 + random.nextInt(3), period, NANOSECONDS)
              : kind < 4 ? worker.schedule(task) : worker.schedule(task, delay, NANOSECONDS);
    }
    handles.set(own, handle);
  }

  /** Its acts depend on its name and on how often it has run, and on nothing that came before. */
  private Runnable task(String name, int depth, int own) {
    int[] runs = {0};
    return () -> {
      int run = runs[0]++;
      if (run > 3) {
        handles.get(own).dispose();
        return; // it runs before its handle is there to be disposed of, while time catches up
      }
      log.add(name + (run == 0 ? "" : "#" + run) + "@" + time.now(NANOSECONDS));
      Random random = new Random(seed * 31 + name.hashCode() + run);
      if (run == 3) {
        handles.get(own).dispose(); // a periodic one
      } else if (depth < DEEPEST && run < 2) {
        int children = random.nextInt(3);
        for (int i = 0; i < children; i++) {
          submit(random, name + "." + run + i, depth + 1);
        }
        if (random.nextInt(6) == 0) {
          disposeOfOne(random);
        }
        if (random.nextInt(6) == 0) {
          time.advanceTimeBy(Duration.ofNanos(random.nextInt(4)));
        }
      }
    };
  }
}
