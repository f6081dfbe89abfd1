package io.loomwheel.soak.load;

import io.loomwheel.WheelStats;
import io.loomwheel.soak.ledger.Balance;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ledger;
import io.loomwheel.soak.submitter.SubmitterKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The life of one timer: armed by several threads in all ways there are, ended while much of it
 * still waits, and settled. One thread's.
 */
final class Wave {
  private static final int PRODUCERS = 3;

  private final List<Fault> faults;
  private final boolean holdsUpTasks;
  private final Load load;
  private final int number;
  private final Ledger ledger = new Ledger();
  private final List<String> wrong = new ArrayList<>();

  Wave(List<Fault> faults, Load load, int number) {
    this.faults = faults;
    this.holdsUpTasks = faults.stream().anyMatch(Fault::holdsUpTasks);
    this.load = load;
    this.number = number;
  }

  /** {@return what came of the timers} */
  Played play(SplittableRandom random) throws InterruptedException {
    TestBed bed = new TestBed(faults, ledger, number, load);
    produce(bed, random);
    TimeUnit.NANOSECONDS.sleep(random.nextLong(load.restNanos()));
    if (!holdsUpTasks) {
      long now = bed.now();
      ledger.expectNo(
          entry -> entry.isOverdue(now),
          "due, and never came: ",
          bed::isStopping,
          Ledger.BOUND_NANOS);
    }
    if (number % 3 == 2) {
      empty(bed);
    } else if (!bed.refuses()) { // a task may stop it at any time
      ledger.expectNo(
          Entry::isDropped, "over without an end: ", bed::isStopping, Ledger.BOUND_NANOS);
    }
    if (!stops(bed)) {
      return Played.wrong(List.of("the timer doesn't stop"));
    }
    faults.forEach(Fault::relent);
    bed.close(true);
    Balance balance = ledger.settle(bed::isBusy, Ledger.BOUND_NANOS);
    check(bed);
    wrong.addAll(ledger.wrong());
    return new Played(1, balance, ledger.fired(), bed.stats().latenessMax(), List.copyOf(wrong));
  }

  private void produce(TestBed bed, SplittableRandom random) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      Producer producer = new Producer(bed, random.split());
      threads.add(Thread.ofPlatform().name("soak-producer").start(producer));
    }
    for (Fault fault : faults) {
      threads.add(Thread.ofPlatform().name("soak-fault").start(() -> disturb(fault, bed)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void disturb(Fault fault, TestBed bed) {
    try {
      fault.inWave(bed);
    } catch (Exception e) {
      throw new IllegalStateException(e); // unplanned, so it is reported
    }
  }

  /** Ends all that is on the timer, and cancels all; then nothing may wait in the wheel. */
  private void empty(TestBed bed) throws InterruptedException {
    boolean now = number % 2 == 0;
    bed.close(now);
    ledger.cancelAll();
    if (!holdsUpTasks) {
      if (!now) { // with their last task, and nobody's help
        checkEnds(bed);
      }
      if (!Ledger.await(() -> bed.pending() == 0, Ledger.BOUND_NANOS)) {
        wrong.add(bed.pending() + " wait in the wheel, though all was cancelled and closed");
      }
    }
  }

  /** {@return whether the timer can be stopped; one that can't would stop this thread too} */
  private static boolean stops(TestBed bed) throws InterruptedException {
    Thread stopper = Thread.ofPlatform().daemon().name("soak-stop").start(bed::stop);
    stopper.join(Duration.ofNanos(Ledger.BOUND_NANOS));
    return !stopper.isAlive();
  }

  private void check(TestBed bed) throws InterruptedException {
    WheelStats stats = bed.stats();
    if (stats.armed() != stats.fired() + stats.cancelled()) {
      wrong.add("the timer's own counts don't add up: " + stats);
    }
    if (bed.pending() != 0) {
      wrong.add(bed.pending() + " are pending after the stop");
    }
    if (!bed.refusing().isEmpty()) {
      wrong.add("refuses, and nothing is full or ended: " + bed.refusing());
    }
    checkEnds(bed);
    ledger.expectNo(Entry::isUndone, "its future is never done: ", () -> false, Ledger.BOUND_NANOS);
    bed.release();
  }

  private void checkEnds(TestBed bed) throws InterruptedException {
    List<SubmitterKind> unended = bed.unended(Ledger.BOUND_NANOS);
    if (!unended.isEmpty()) {
      wrong.add("closed, and never ended: " + unended);
    }
  }

  /** Arms, cancels and puts off timers by all submitters in turn, for a while. One thread's. */
  private final class Producer implements Runnable {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int HELD = 64;
    private static final int BURST = 32;

    private final TestBed bed;
    private final SplittableRandom random;
    private final int quota = load.quota() / PRODUCERS;
    private final int[] turns = load.turns();
    private final @Nullable Entry[] held = new Entry[HELD];

    Producer(TestBed bed, SplittableRandom random) {
      this.bed = bed;
      this.random = random;
    }

    @Override
    public void run() {
      long begin = System.nanoTime();
      long pauseNanos = load.pauseNanos(BURST, quota);
      for (int asked = 0; asked < quota; asked++) {
        step(turns[asked % turns.length]);
        if (asked % BURST == 0) {
          if (System.nanoTime() - begin > load.waveNanos()) {
            return;
          }
          if (pauseNanos > 0) {
            LockSupport.parkNanos(pauseNanos);
          }
        }
      }
    }

    private void step(int submitter) {
      int at = random.nextInt(HELD);
      Entry old = held[at];
      if (old != null && random.nextInt(3) == 0) {
        bed.reschedule(old, delay());
        if (random.nextInt(4) == 0) { // put off, and brought forward at once
          bed.reschedule(old, TimeUnit.HOURS.toNanos(1));
          bed.reschedule(old, random.nextLong(5 * MILLI));
        }
      } else if (old != null && random.nextBoolean()) {
        old.cancel();
      }
      held[at] = bed.arm(submitter, delay());
    }

    private long delay() {
      int kind = random.nextInt(20);
      return switch (kind) {
        case 0 -> 0;
        case 1 -> -random.nextLong(MILLI);
        case 2 -> Long.MAX_VALUE;
        case 3, 4 -> TimeUnit.HOURS.toNanos(1 + random.nextInt(1000));
        case 5, 6, 7, 8 -> random.nextLong(100 * MILLI);
        default -> random.nextLong(20 * MILLI);
      };
    }
  }
}
