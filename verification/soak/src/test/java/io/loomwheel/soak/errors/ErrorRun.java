package io.loomwheel.soak.errors;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.loomwheel.WheelTimer;
import io.loomwheel.errorpoints.ErrorPoints;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/**
 * Random operations, with an Error in the midst of one: what was accepted and not cancelled runs
 * once, and not early; periods go on, later operations work, and nothing is left in the timer.
 */
final class ErrorRun implements IntPredicate {
  static final int LANES = 3;

  /** Each letter is an operation, as likely as it is frequent: see {@link #operation}. */
  private static final String OPERATIONS = "ooooopcear";

  /**
   * Those in whose midst the Error comes, one for each seed, on the lane of the last job. None runs
   * what was handed over: a thread that has just started has a stack.
   */
  private static final String FAILING = "oopcea";

  /** So many of a period show that it goes on. */
  private static final int RUNS = 3;

  /** Milliseconds that pass while there is no memory. */
  private static final int SHORTAGE = 10;

  /** Enough for all that runs by hand. */
  private static final int TURNS = 100;

  /** Enough for what other threads run. */
  private static final long MOST_NANOS = SECONDS.toNanos(20);

  private final Kind kind;
  private final boolean ofMemory;
  private final boolean onRelay;
  private final Random random = new Random();
  private final long seed;
  private final List<Job> jobs = new ArrayList<>();
  private final Queue<Runnable> handed = new ConcurrentLinkedQueue<>();
  private ManualClock clock;
  private WheelTimer timer;
  private Subject subject;

  /**
   * The Error is a lack of memory, at an allocation of any thread, or of stack, at a call of this
   * one. The timer's tasks run on a relay, or by hand.
   */
  ErrorRun(String kind, boolean ofMemory, boolean onRelay, long seed) {
    this.kind = Kind.valueOf(kind);
    this.ofMemory = ofMemory;
    this.onRelay = onRelay;
    this.seed = seed;
  }

  @Override
  public boolean test(int place) {
    begin();
    boolean failed = false;
    int operations = 6 + random.nextInt(10);
    for (int i = 0; i < operations; i++) {
      int lane = random.nextInt(LANES + 1) - 1;
      if (i == operations / 2) {
        char letter = FAILING.charAt((int) seed % FAILING.length());
        int last = jobs.isEmpty() ? lane : jobs.get(jobs.size() - 1).lane;
        failed = fails(operation(letter, last), place, letter == 'o' || letter == 'p');
      } else {
        char letter = OPERATIONS.charAt(random.nextInt(OPERATIONS.length()));
        operation(letter, lane).run();
      }
    }
    finish();
    return failed;
  }

  private void begin() {
    random.setSeed(seed);
    jobs.clear();
    clock = new ManualClock();
    WheelTimer.Builder builder = WheelTimer.builder().clock(clock).shards(1);
    if (!onRelay) {
      builder.taskExecutor(handed::add);
    }
    timer = builder.maxPendingTimeouts(seed % 2 == 0 ? Long.MAX_VALUE : 1000).build();
    subject = kind.make(timer, handed::add);
  }

  private Runnable operation(char letter, int lane) {
    int any = random.nextInt(16);
    long delay = kind.isNow() ? 0 : (long) random.nextInt(4) * random.nextInt(4) - 1;
    return switch (letter) {
      case 'o' -> () -> take(lane, delay, false);
      case 'p' -> () -> take(lane, delay, true);
      case 'c' -> () -> jobs.stream().skip(any).limit(1).forEach(this::cancel);
      case 'e' -> () -> endLane(lane);
      case 'a' -> () -> clock.advance(Duration.ofMillis(any / 2));
      default -> this::runHanded;
    };
  }

  /** {@return whether it has come to that place} */
  private boolean fails(Runnable operation, int place, boolean submits) {
    try {
      if (ofMemory) {
        ErrorPoints.noMemoryAt(place);
      } else {
        ErrorPoints.failAt(place);
      }
      operation.run();
      for (int i = 0; ofMemory && i < SHORTAGE; i++) {
        turn();
      }
    } catch (VirtualMachineError | RejectedExecutionException told) {
      if (!submits) {
        operation.run(); // as who is told of an Error
      }
    }
    return ErrorPoints.noMemoryAt(0) <= 0;
  }

  private void take(int lane, long delay, boolean periodic) {
    Job job = new Job(clock, lane, delay, kind.isPeriodic(periodic));
    jobs.add(job);
    job.cancel = subject.take(job);
    job.accepted = true;
  }

  private void cancel(Job job) {
    job.mayEnd = true;
    job.cancel.run();
  }

  private void endLane(int lane) {
    if (lane >= 0) {
      jobs.stream().filter(job -> job.lane == lane).forEach(job -> job.mayEnd = true);
      subject.endLane(lane);
    }
  }

  private void runHanded() {
    int most = TURNS; // a period without pause goes on
    for (Runnable next; most-- > 0 && (next = handed.poll()) != null; ) {
      try {
        next.run();
      } catch (VirtualMachineError told) {
        // the handler of the thread
      }
    }
  }

  private void turn() {
    clock.advance(Duration.ofMillis(1));
    runHanded();
  }

  private void finish() {
    int[] before = jobs.stream().mapToInt(job -> job.ran).toArray();
    until(
        () -> {
          for (int i = 0; i < before.length; i++) {
            if (!jobs.get(i).isSettled(before[i] + RUNS)) {
              return false;
            }
          }
          return true;
        });
    jobs.stream().filter(job -> job.periodic).forEach(this::cancel);
    boolean allEnd = jobs.stream().allMatch(job -> job.accepted || !job.periodic);
    until(() -> !allEnd || (timer.pendingTimeouts() == 0 && subject.isEmpty()));
    until(() -> jobs.stream().noneMatch(Job::isWrong));
    subject.end();
    timer.stop();
  }

  private void until(BooleanSupplier holds) {
    long from = System.nanoTime();
    for (int i = 0; !holds.getAsBoolean(); i++) {
      if (i > TURNS && System.nanoTime() - from > MOST_NANOS) {
        throw new AssertionError(
            kind + ", seed " + seed + ": " + jobs + ", pending " + timer.pendingTimeouts());
      }
      turn();
      Thread.yield();
    }
  }
}
