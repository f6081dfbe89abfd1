package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.charts.Role;
import io.loomwheel.loom.Timeouts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Virtual threads that sleep. Each round starts the threads anew, so a contest has a floor: threads
 * that park, and are woken one after the other when all have parked.
 */
final class SleepersQuestion {
  private static final int ONCE = 1_000_000;
  private static final int LOOPING = 10_000;
  private static final int SLEEPS = 50;

  /** Sleeps so long, more or less exactly. */
  private interface Sleep {
    void sleep(Duration time) throws InterruptedException;
  }

  static List<Contest> contests() {
    return List.of(
        new Contest(
            "sleepers",
            "1,000,000 virtual threads sleep once, 6 to 8 s",
            "thread",
            List.of(
                new Entrant("park, woken in turn", Role.FLOOR, () -> length -> park()),
                crowd("Timeouts.sleep", Role.SUBJECT, Timeouts::sleep, ONCE, 1),
                crowd("Thread.sleep", Role.PEER, Thread::sleep, ONCE, 1))),
        new Contest(
            "sleepers",
            "10,000 virtual threads sleep 50 times, 20 to 60 ms",
            "sleep",
            List.of(
                crowd("Timeouts.sleep", Role.SUBJECT, Timeouts::sleep, LOOPING, SLEEPS),
                crowd("Thread.sleep", Role.PEER, Thread::sleep, LOOPING, SLEEPS))));
  }

  private static Entrant crowd(String name, Role role, Sleep way, int threads, int sleeps) {
    return new Entrant(name, role, () -> length -> sleep(way, threads, sleeps));
  }

  private static Round sleep(Sleep way, int threads, int sleeps) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(threads);
    CountDownLatch left = new CountDownLatch(threads);
    Meter meter = Meter.start();
    for (int i = 0; i < threads; i++) {
      Duration time =
          sleeps == 1
              ? Duration.ofNanos(random.nextLong(6_000_000_000L, 8_000_000_000L))
              : Duration.ofNanos(random.nextLong(20_000_000, 60_000_000));
      Thread.startVirtualThread(
          () -> {
            try {
              for (int done = 0; done < sleeps; done++) {
                way.sleep(time);
              }
              left.countDown();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          });
    }
    left.await();
    return meter.stop((long) threads * sleeps, 1);
  }

  /** What it costs to start a thread, let it park and wake it, without any timer. */
  private static Round park() throws InterruptedException {
    CountDownLatch left = new CountDownLatch(ONCE);
    AtomicReferenceArray<Boolean> woken = new AtomicReferenceArray<>(ONCE);
    List<Thread> threads = new ArrayList<>(ONCE);
    Meter meter = Meter.start();
    for (int i = 0; i < ONCE; i++) {
      int number = i;
      threads.add(
          Thread.startVirtualThread(
              () -> {
                while (woken.get(number) == null) {
                  LockSupport.park();
                }
                left.countDown();
              }));
    }
    for (int i = 0; i < ONCE; i++) {
      woken.set(i, true);
      LockSupport.unpark(threads.get(i));
    }
    left.await();
    return meter.stop(ONCE, 1);
  }
}
