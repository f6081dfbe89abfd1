package io.loomwheel.soak.load;

import io.loomwheel.NanoClock;
import io.loomwheel.Timeout;
import io.loomwheel.WheelStats;
import io.loomwheel.WheelTimer;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ledger;
import io.loomwheel.soak.ledger.Ticket;
import io.loomwheel.soak.submitter.Ground;
import io.loomwheel.soak.submitter.Job;
import io.loomwheel.soak.submitter.Submitter;
import io.loomwheel.soak.submitter.SubmitterKind;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One timer with all that hands tasks to it, under a fault. Thread-safe. */
public final class TestBed {
  /** How the names of the timers' threads begin. */
  public static final String NAME = "soak-timer";

  private final List<Fault> faults;
  private final Ledger ledger;
  private final NanoClock clock;
  private final WheelTimer timer;
  private final List<SubmitterKind> kinds;
  private final List<Submitter> submitters;

  private final boolean refuses;
  private final int slack;

  /** Of kinds that have refused a task for no reason. */
  private final Set<SubmitterKind> refusing = ConcurrentHashMap.newKeySet();

  /** Counts the tasks that are between their begin and their end. */
  private final AtomicInteger running = new AtomicInteger();

  /** Set before anything is ended; read by whoever suspects a timer to be lost. */
  private volatile boolean stopping;

  /** Makes a timer, with options that depend on the number. */
  TestBed(List<Fault> faults, Ledger ledger, int number, Load load) {
    this.faults = faults;
    this.ledger = ledger;
    Options options = new Options(number, load);
    refuses = faults.stream().anyMatch(Fault::refuses) || options.isLimited();
    slack = options.slack();
    NanoClock time = NanoClock.system();
    Executor executor = options.executor();
    for (Fault fault : faults) { // the last is the outermost
      time = fault.clock(time);
      executor = fault.executor(executor);
    }
    clock = time;
    timer =
        options
            .applyTo(WheelTimer.builder())
            .name(NAME)
            .taskExecutor(executor)
            .onFailure((timeout, cause) -> Planned.check(cause))
            .clock(clock)
            .build();
    if (number % 4 == 1) {
      timer.start(); // rather than by the first arm
    }
    Ground ground = new Ground(timer, executor, Planned::check);
    kinds = load.kinds();
    submitters = kinds.stream().map(kind -> kind.make(ground, number)).toList();
  }

  /** {@return how many ways there are to hand in a task; that of number 0 is the timer's own} */
  public int submitters() {
    return submitters.size();
  }

  /** As {@link #arm(int, long, Runnable)}, for a task that does nothing. */
  public Entry arm(int submitter, long delayNanos) {
    return arm(submitter, delayNanos, () -> {});
  }

  /**
   * Asks for a timer.
   *
   * @param submitter from 0
   * @param then what its task does, once it is in the ledger
   * @return its entry in the ledger
   */
  public Entry arm(int submitter, long delayNanos, Runnable then) {
    SubmitterKind kind = kinds.get(submitter);
    Entry entry = ledger.open(kind);
    entry.due(now(), kind.dueIn(delayNanos));
    Runnable body = () -> run(entry, submitter, then);
    Ticket ticket = null;
    try {
      ticket = submit(submitters.get(submitter), entry, body, delayNanos);
      if (ticket == null && !refuses && !kind.refuses() && !stopping) {
        refusing.add(kind);
      }
    } finally { // whatever else was thrown is found to be planned, or isn't
      if (ticket == null) {
        entry.rejected();
      } else {
        entry.accepted(ticket);
      }
    }
    armed(entry, kind.armsLater());
    return entry;
  }

  /** {@return null if it was refused} */
  private static @Nullable Ticket submit(
      Submitter by, Entry entry, Runnable body, long delayNanos) {
    try {
      return by.submit(entry, body, delayNanos);
    } catch (RejectedExecutionException refused) {
      return null;
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

  /** {@return the time, by the timer's clock} */
  public long now() {
    return clock.nanoTime();
  }

  /** Puts a timer off, or brings it forward, if its submitter knows that. */
  public void reschedule(Entry entry, long delayNanos) {
    if (entry.reschedule(now(), delayNanos)) {
      armed(entry, false);
    }
  }

  /** Notes what the clock has done meanwhile. */
  private void armed(Entry entry, boolean isArmedLater) {
    if (isArmedLater && clock != NanoClock.system()) {
      entry.dueAnyTime(); // the clock may leap before
    } else {
      entry.armedBy(now(), slack);
    }
  }

  private void run(Entry entry, int submitter, Runnable then) {
    running.incrementAndGet(); // before the entry is over: whoever waits for both sees one
    try {
      entry.ran(now());
      then.run();
      faults.forEach(fault -> fault.inTask(this, submitter));
    } finally {
      running.decrementAndGet();
    }
  }

  /**
   * Stops the timer; what it returns is noted.
   *
   * @throws IllegalStateException on the timer's own thread
   */
  public void stop() {
    stopping = true;
    for (Timeout timeout : timer.stop(Duration.ofSeconds(5))) {
      if (timeout.task() instanceof Job job) {
        job.entry().returned();
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
}
