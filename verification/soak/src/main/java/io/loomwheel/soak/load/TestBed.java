package io.loomwheel.soak.load;

import io.loomwheel.NanoClock;
import io.loomwheel.Timeout;
import io.loomwheel.WheelStats;
import io.loomwheel.WheelTimer;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ledger;
import io.loomwheel.soak.ledger.Ticket;
import io.loomwheel.soak.submitter.Ground;
import io.loomwheel.soak.submitter.Returnable;
import io.loomwheel.soak.submitter.Submitter;
import io.loomwheel.soak.submitter.SubmitterKind;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** One timer with all that hands tasks to it, under a fault. Thread-safe. */
public final class TestBed {
  /** How the names of the timers' threads begin, which interrupts look for. */
  public static final String NAME = "soak-timer";

  private final Fault fault;
  private final Ledger ledger;
  private final Peak clock;
  private final WheelTimer timer;
  private final List<SubmitterKind> kinds;
  private final List<Submitter> submitters;

  private final boolean refuses;

  /** Of kinds that have refused a task for no reason. */
  private final Set<SubmitterKind> refusing = ConcurrentHashMap.newKeySet();

  private final Running running = new Running();

  /** Set before anything is ended; read by whoever suspects a timer to be lost. */
  private volatile boolean stopping;

  /** Makes a timer, with options that depend on the number. */
  TestBed(Fault fault, Ledger ledger, int number, Load load) {
    this.fault = fault;
    this.ledger = ledger;
    this.clock = new Peak(fault.clock(NanoClock.system()));
    Options options = new Options(number, fault, load);
    refuses = fault.refuses() || options.isLimited();
    Executor executor = fault.executor(options.executor());
    timer =
        options
            .applyTo(WheelTimer.builder())
            .name(NAME)
            .taskExecutor(executor)
            .onFailure((timeout, cause) -> Planned.check(cause))
            .clock(clock.isSystem() ? NanoClock.system() : clock)
            .build();
    if (number % 4 == 1) {
      timer.start(); // rather than by the first arm
    }
    Ground ground = new Ground(timer, executor, Planned::check);
    kinds =
        load.kinds().stream()
            .filter(kind -> !(fault.holdsCarriers() && kind.needsCarrier()))
            .toList();
    submitters = kinds.stream().map(kind -> kind.make(ground, number)).toList();
  }

  /** {@return how many ways there are to hand in a task; that of number 0 is the timer's own} */
  public int submitters() {
    return submitters.size();
  }

  /** {@return whose turn it is to hand in a task, again and again} */
  int[] turns(Load load) {
    return load.turns(kinds);
  }

  /** {@return the timer, for what a fault does to it that no ledger has to know of} */
  public WheelTimer timer() {
    return timer;
  }

  /**
   * Asks for a timer.
   *
   * @param submitter from 0
   * @return its entry in the ledger
   */
  public Entry arm(int submitter, long delayNanos) {
    return arm(submitter, delayNanos, () -> {});
  }

  /**
   * Asks for a timer.
   *
   * @param submitter from 0
   * @return its entry in the ledger
   */
  public Entry arm(int submitter, long delayNanos, Runnable then) {
    Entry entry = ledger.open(kinds.get(submitter));
    Submitter by = submitters.get(submitter);
    long steps = fault.clockSteps();
    entry.due(clock.now(), by.dueIn(delayNanos));
    boolean known = false;
    try {
      Ticket ticket = by.submit(entry, () -> run(entry, submitter, steps, then), delayNanos);
      if (ticket == null) {
        refused(entry, submitter);
      } else {
        entry.accepted(ticket);
      }
      known = true;
    } catch (RejectedExecutionException refused) {
      refused(entry, submitter);
      known = true;
    } finally {
      if (!known) {
        entry.rejected(); // and whatever was thrown is found to be planned, or isn't
      }
    }
    armed(entry, steps, kinds.get(submitter).armsLater());
    return entry;
  }

  private void refused(Entry entry, int submitter) {
    entry.rejected();
    SubmitterKind kind = kinds.get(submitter);
    if (!refuses && !kind.refuses() && !stopping) {
      refusing.add(kind);
    }
  }

  /** {@return whether the timer or its executor may refuse what is armed, or armed again} */
  boolean refuses() {
    return refuses;
  }

  /** {@return those that have refused a task though nothing was full or ended} */
  Set<SubmitterKind> refusing() {
    return refusing;
  }

  /**
   * Has a body run at a fixed rate, if the submitter knows that and takes any more.
   *
   * @param submitter from 0
   * @return what cancels it
   */
  public Runnable repeat(int submitter, Runnable body, long periodNanos) {
    try {
      Runnable cancel = submitters.get(submitter).repeat(() -> running.run(body), periodNanos);
      return cancel == null ? () -> {} : cancel;
    } catch (RejectedExecutionException refused) {
      return () -> {};
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

  /** Puts a timer off, or brings it forward, if its submitter knows that. */
  public void reschedule(Entry entry, long delayNanos) {
    long steps = fault.clockSteps();
    if (entry.reschedule(clock.now(), delayNanos)) {
      armed(entry, steps, false);
    }
  }

  /** Notes what the clock has done meanwhile. */
  private void armed(Entry entry, long steps, boolean isArmedLater) {
    if (isArmedLater && !clock.isSystem()) {
      entry.dueAnyTime();
    } else {
      entry.armedBy(clock.now());
    }
    if (fault.clockSteps() != steps) {
      entry.excuse();
    }
  }

  private void run(Entry entry, int submitter, long steps, Runnable then) {
    running.run( // before the entry is over: whoever waits for both sees one
        () -> {
          if (kinds.get(submitter).armsLater() && fault.clockSteps() != steps) {
            entry.excuse();
          }
          entry.ran(clock.highest());
          if (kinds.get(submitter).isOfTimer() && isDriver(Thread.currentThread())) {
            ledger.handedOn(entry);
          }
          then.run();
          fault.inTask(this, submitter);
        });
  }

  private static boolean isDriver(Thread thread) {
    return thread.getName().startsWith(NAME);
  }

  /**
   * Stops the timer; what it returns is noted.
   *
   * @throws IllegalStateException on the timer's own thread
   */
  public void stop() {
    stopping = true;
    for (Timeout timeout : timer.stop(Duration.ofSeconds(5))) {
      if (timeout.task() instanceof Returnable task) {
        task.returned();
      }
    }
  }

  /**
   * Ends one way to hand in tasks.
   *
   * @param submitter from 0
   * @param now whether at once, rather than when its last task is over
   */
  public void close(int submitter, boolean now) {
    stopping = true;
    submitters.get(submitter).close(now);
  }

  /** Ends what is on the timer. */
  void close(boolean now) {
    stopping = true;
    submitters.forEach(submitter -> submitter.close(now));
  }

  /** Gives back all that tasks ran on. */
  void release() {
    submitters.forEach(Submitter::release);
  }

  /** {@return whether somebody has begun to end anything} */
  public boolean isStopping() {
    return stopping;
  }

  boolean isBusy() {
    return running.isAny();
  }

  /** {@return what the timer itself has counted} */
  WheelStats stats() {
    return timer.stats();
  }

  /** {@return how many timers wait; none once it is settled} */
  long pending() {
    return timer.pendingTimeouts();
  }

  /** {@return which of those that were closed don't end within the time} */
  List<SubmitterKind> unended(long boundNanos) throws InterruptedException {
    long end = System.nanoTime() + boundNanos;
    Stream.Builder<SubmitterKind> left = Stream.builder();
    for (int i = 0; i < submitters.size(); i++) {
      if (!submitters.get(i).terminates(Math.max(1, end - System.nanoTime()))) {
        left.add(kinds.get(i));
      }
    }
    return left.build().toList();
  }

  /**
   * A clock that remembers the highest value that anybody has read, because nothing may fire before
   * some reader has seen its time come. Thread-safe.
   */
  static final class Peak implements NanoClock {
    private final NanoClock clock;
    private final AtomicLong highest;

    Peak(NanoClock clock) {
      this.clock = clock;
      this.highest = new AtomicLong(clock.nanoTime());
    }

    /** {@return whether this is the JVM's own clock, which never steps back} */
    boolean isSystem() {
      return clock == NanoClock.system();
    }

    @Override
    public long nanoTime() {
      long now = clock.nanoTime();
      for (long seen = highest.get(); now - seen > 0; seen = highest.get()) {
        if (highest.compareAndSet(seen, now)) {
          break;
        }
      }
      return now;
    }

    /** {@return the time, as it is} */
    long now() {
      return isSystem() ? clock.nanoTime() : nanoTime();
    }

    /** {@return the highest value that anybody has read} */
    long highest() {
      return isSystem() ? clock.nanoTime() : highest.get();
    }
  }

  /** Counts the tasks that are between their begin and their end. Thread-safe. */
  static final class Running {
    private final LongAdder begun = new LongAdder();
    private final LongAdder ended = new LongAdder();

    void run(Runnable task) {
      begun.increment();
      try {
        task.run();
      } finally {
        ended.increment();
      }
    }

    /** {@return false if there was a moment during this call at which no task was running} */
    boolean isAny() {
      long over =
          ended.sum(); // first: whatever begins or ends meanwhile makes the difference larger
      return begun.sum() > over;
    }
  }
}
