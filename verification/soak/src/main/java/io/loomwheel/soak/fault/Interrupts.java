package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Stage;
import io.loomwheel.soak.load.TestBed;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Interrupts at random moments: at the timer's thread, at those that arm, and at tasks. */
final class Interrupts implements Fault {
  private static final long PAUSE_NANOS = 200_000;

  /** So many interrupted callers, and no driver, are no accident. */
  private static final long ENOUGH = 100;

  private final Queue<Thread> inTasks = new ConcurrentLinkedQueue<>();
  private final LongAdder drivers = new LongAdder();
  private final LongAdder producers = new LongAdder();
  private final LongAdder tasks = new LongAdder();

  @Override
  public void inTask(TestBed bed, int submitter) {
    if (Chance.oneIn(20)) {
      Thread me = Thread.currentThread();
      inTasks.add(me);
      try {
        TimeUnit.MILLISECONDS.sleep(1 + Chance.below(3));
      } catch (InterruptedException asPlanned) {
        // its thread may have others to run
      } finally {
        inTasks.remove(me); // an interrupt that comes later meets whatever runs there then
      }
    }
  }

  @Override
  public void during(Stage stage) throws InterruptedException {
    while (!stage.pause(PAUSE_NANOS)) {
      Thread inTask = inTasks.peek();
      if (inTask != null) {
        inTask.interrupt();
        tasks.increment();
      }
      interruptOurs();
    }
  }

  private void interruptOurs() {
    if (Chance.oneIn(2)) {
      interruptOne(TestBed.NAME, drivers);
    } else {
      interruptOne("soak-producer", producers);
    }
  }

  private static void interruptOne(String name, LongAdder count) {
    List<Thread> ours = LiveThreads.named(name);
    if (!ours.isEmpty()) {
      ours.get(Chance.below(ours.size())).interrupt();
      count.increment();
    }
  }

  @Override
  public List<String> figures() {
    return List.of(
        "interrupted: drivers " + drivers + ", callers " + producers + ", tasks " + tasks);
  }

  @Override
  public List<String> wrong() {
    return drivers.sum() == 0 && producers.sum() > ENOUGH
        ? List.of("no driver was interrupted: " + figures())
        : List.of();
  }

  /** The live platform threads of this JVM. Stateless. */
  static final class LiveThreads {
    private static final int MOST = 2048;

    /** {@return those whose name begins so, of all thread groups: drivers are in the topmost} */
    static List<Thread> named(String start) {
      ThreadGroup top = Thread.currentThread().getThreadGroup();
      while (top.getParent() != null) {
        top = top.getParent();
      }
      Thread[] threads = new Thread[MOST];
      int count = top.enumerate(threads);
      return Arrays.stream(threads, 0, count)
          .filter(thread -> thread.getName().startsWith(start))
          .toList();
    }
  }
}
