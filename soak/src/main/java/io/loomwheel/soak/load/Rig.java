package io.loomwheel.soak.load;

import io.loomwheel.NanoClock;
import io.loomwheel.WheelStats;
import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ledger;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** One timer with all the doors to it, under a fault. Thread-safe. */
public final class Rig {
  /** Of the timers' threads, which interrupts look for. */
  public static final String NAME = "soak-timer";

  private static final int LIMIT = 2_000;

  private final Fault fault;
  private final Ledger ledger;
  private final Peak clock;
  private final WheelTimer timer;
  private final TimerDoor direct;
  private final ExecutorDoor executor;
  private final List<Door> doors;

  /** Tasks between their begin and their end. */
  private final AtomicInteger running = new AtomicInteger();

  /** Set before the timer is stopped; read by whoever suspects a timer to be lost. */
  private volatile boolean stopping;

  /**
   * Makes a timer. Even ones are hierarchical, odd ones hashed; every fifth has a limit.
   *
   * @param number of the wave
   */
  Rig(Fault fault, Ledger ledger, int number) {
    this.fault = fault;
    this.ledger = ledger;
    this.clock = new Peak(fault.clock(NanoClock.system()));
    WheelTimer.Builder builder =
        WheelTimer.builder()
            .name(NAME)
            .tickDuration(Duration.ofNanos(1L << (16 + number % 5)))
            .taskExecutor(fault.executor(Relay.shared()))
            .onFailure((timeout, cause) -> Planned.check(cause))
            .clock(clock.isSystem() ? NanoClock.system() : clock);
    if (number % 2 == 1) {
      builder.hashed(512);
    }
    if (number % 5 == 4) {
      builder.maxPendingTimeouts(LIMIT);
    }
    timer = builder.build();
    direct = new TimerDoor(timer);
    executor = new ExecutorDoor(timer);
    doors =
        List.of(
            direct,
            executor,
            new ReactorDoor(timer, false),
            new ReactorDoor(timer, true),
            new RxDoor(timer, false),
            new RxDoor(timer, true));
  }

  /** {@return how many doors there are} */
  public int doors() {
    return doors.size();
  }

  /**
   * Asks for a timer.
   *
   * @param door from 0
   * @return its entry in the ledger
   */
  public Entry arm(int door, long delayNanos) {
    Entry entry = ledger.open();
    long steps = fault.clockSteps();
    entry.due(clock.now(), delayNanos);
    try {
      Ticket ticket = doors.get(door).arm(entry, () -> run(entry, door), delayNanos);
      if (ticket == null) {
        entry.rejected();
      } else {
        entry.accepted(ticket);
      }
    } catch (RejectedExecutionException refused) {
      entry.rejected();
    }
    if (fault.clockSteps() != steps) {
      entry.excuse();
    }
    return entry;
  }

  /**
   * Has a body run at a fixed rate, if the door knows that and takes any more.
   *
   * @param door from 0
   * @return what cancels it
   */
  public Runnable repeat(int door, Runnable body, long periodNanos) {
    try {
      Runnable cancel = doors.get(door).repeat(() -> runBusy(body), periodNanos);
      return cancel == null ? () -> {} : cancel;
    } catch (RejectedExecutionException refused) {
      return () -> {};
    }
  }

  private void runBusy(Runnable body) {
    running.incrementAndGet();
    try {
      body.run();
    } finally {
      running.decrementAndGet();
    }
  }

  /** {@return a number that changes before and after the timer's clock steps back} */
  public long clockSteps() {
    return fault.clockSteps();
  }

  /** {@return the highest value of the timer's clock that anybody has read} */
  public long highestTime() {
    return clock.highest();
  }

  /** {@return the time, by the timer's clock} */
  public long now() {
    return clock.now();
  }

  /** Puts a timer off, or brings it forward, if its door knows that. */
  public void reschedule(Entry entry, long delayNanos) {
    long steps = fault.clockSteps();
    entry.reschedule(clock.now(), delayNanos);
    if (fault.clockSteps() != steps) {
      entry.excuse();
    }
  }

  private void run(Entry entry, int door) {
    runBusy( // before the entry is over: whoever waits for both sees one
        () -> {
          entry.ran(clock.highest());
          fault.inTask(this, door);
        });
  }

  /**
   * Stops the timer; what it returns is noted.
   *
   * @throws IllegalStateException on the timer's own thread
   */
  public void stop() {
    stopping = true;
    direct.stop(Duration.ofSeconds(5));
  }

  /** Ends what is on the timer before it is stopped. */
  void closeDoors() {
    stopping = true;
    doors.forEach(Door::close);
  }

  /** {@return whether somebody has begun to stop the timer} */
  public boolean isStopping() {
    return stopping;
  }

  boolean isBusy() {
    return running.get() > 0;
  }

  /** {@return what the timer itself has counted} */
  WheelStats stats() {
    return timer.stats();
  }

  /** {@return how many timers wait; none once it is settled} */
  long pending() {
    return timer.pendingTimeouts();
  }

  boolean terminates(long boundNanos) throws InterruptedException {
    return executor.terminates(boundNanos);
  }
}
