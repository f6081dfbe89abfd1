package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
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
final class SleepersQuestion implements Question {
  private static final int THREADS = 1_000_000;
  private static final int LOOPING = 10_000;
  private static final int SLEEPS = 50;

  /** Sleeps so long, more or less exactly. */
  private interface Sleep {
    void sleep(Duration time) throws InterruptedException;
  }

  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(
        new Contest(
            "sleepers",
            "1,000,000 virtual threads sleep once, 6 to 8 s",
            "thread",
            false,
            List.of(
                new Entrant("park, woken in turn", Role.FLOOR, Parked::new),
                crowd("Timeouts.sleep", Role.SUBJECT, Timeouts::sleep, THREADS, 1),
                crowd("Thread.sleep", Role.PEER, Thread::sleep, THREADS, 1))),
        new Contest(
            "sleepers",
            "10,000 virtual threads sleep 50 times, 20 to 60 ms",
            "sleep",
            false,
            List.of(
                crowd("Timeouts.sleep", Role.SUBJECT, Timeouts::sleep, LOOPING, SLEEPS),
                crowd("Thread.sleep", Role.PEER, Thread::sleep, LOOPING, SLEEPS))));
  }

  private static Entrant crowd(String name, Role role, Sleep sleep, int threads, int sleeps) {
    return new Entrant(name, role, () -> new Crowd(sleep, threads, sleeps));
  }

  private record Crowd(Sleep way, int threads, int sleeps) implements Contestant {
    @Override
    public Round round(long lengthNanos) throws Exception {
      SplittableRandom random = new SplittableRandom(threads);
      CountDownLatch left = new CountDownLatch(threads);
      Meter meter = Meter.start();
      for (int i = 0; i < threads; i++) {
        Duration time =
            sleeps == 1
                ? Duration.ofNanos(random.nextLong(6_000_000_000L, 8_000_000_000L))
                : Duration.ofNanos(random.nextLong(20_000_000, 60_000_000));
        Thread.startVirtualThread(() -> sleep(time, left));
      }
      left.await();
      return meter.stop((long) threads * sleeps, 1);
    }

    private void sleep(Duration time, CountDownLatch left) {
      try {
        for (int i = 0; i < sleeps; i++) {
          way.sleep(time);
        }
        left.countDown();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {}
  }

  /** What it costs to start a thread, let it park and wake it, without any timer. */
  private static final class Parked implements Contestant {
    @Override
    public Round round(long lengthNanos) throws Exception {
      CountDownLatch left = new CountDownLatch(THREADS);
      AtomicReferenceArray<Boolean> woken = new AtomicReferenceArray<>(THREADS);
      List<Thread> threads = new ArrayList<>(THREADS);
      Meter meter = Meter.start();
      for (int i = 0; i < THREADS; i++) {
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
      for (int i = 0; i < THREADS; i++) {
        woken.set(i, true);
        LockSupport.unpark(threads.get(i));
      }
      left.await();
      return meter.stop(THREADS, 1);
    }

    @Override
    public void close() {}
  }
}
