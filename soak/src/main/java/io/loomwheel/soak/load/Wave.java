package io.loomwheel.soak.load;

import io.loomwheel.WheelStats;
import io.loomwheel.soak.ledger.Balance;
import io.loomwheel.soak.ledger.Ledger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The life of one timer: armed by several threads through all doors, stopped while much of it still
 * waits, and settled. One thread's.
 */
final class Wave {
  private static final int PRODUCERS = 3;

  /** Long enough for a machine with much else to do. */
  private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Fault fault;
  private final Pace pace;
  private final int number;
  private final Ledger ledger = new Ledger();
  private final List<String> wrong = new ArrayList<>();

  Wave(Fault fault, Pace pace, int number) {
    this.fault = fault;
    this.pace = pace;
    this.number = number;
  }

  /** {@return what came of the timers} */
  Settled play(SplittableRandom random) throws InterruptedException {
    Rig rig = new Rig(fault, ledger, number);
    produce(rig, random);
    TimeUnit.NANOSECONDS.sleep(random.nextLong(pace.waveNanos() / 2));
    end(rig);
    fault.relent();
    Balance balance = ledger.settle(rig::isBusy, BOUND_NANOS);
    check(rig);
    wrong.addAll(ledger.wrong());
    WheelStats stats = rig.stats();
    return new Settled(balance, stats.rejected(), stats.latenessMax(), List.copyOf(wrong));
  }

  private void produce(Rig rig, SplittableRandom random) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      Producer producer =
          new Producer(rig, random.split(), pace.waveNanos(), pace.quota() / PRODUCERS);
      threads.add(Thread.ofPlatform().name("soak-producer").start(producer));
    }
    threads.add(Thread.ofPlatform().name("soak-fault").start(() -> disturb(rig)));
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void disturb(Rig rig) {
    try {
      fault.inWave(rig);
    } catch (Exception e) {
      throw new IllegalStateException(fault.name(), e); // unplanned, so it is reported
    }
  }

  private void end(Rig rig) {
    if (number % 3 == 2) {
      rig.closeDoors();
    } else {
      List<String> dropped = ledger.dropped();
      if (!rig.isStopping()) { // a task may do that at any time
        wrong.addAll(dropped);
      }
    }
    rig.stop();
  }

  private void check(Rig rig) throws InterruptedException {
    WheelStats stats = rig.stats();
    if (stats.armed() != stats.fired() + stats.cancelled()) {
      wrong.add("the timer's own counts don't add up: " + stats);
    }
    if (rig.pending() != 0) {
      wrong.add(rig.pending() + " are pending after the stop");
    }
    if (number % 3 == 2 && !rig.terminates(BOUND_NANOS)) {
      wrong.add("the executor doesn't terminate");
    }
  }

  /**
   * What a wave came to.
   *
   * @param balance of its ledger
   * @param refusals how often the executor has refused a task
   * @param late how late a task was handed to the executor at most
   * @param wrong what is not as it should be
   */
  record Settled(Balance balance, long refusals, Duration late, List<String> wrong) {}
}
