package io.loomwheel.soak.fault;

import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelStats;
import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A program that arms many timeouts whose deadlines lie close together, says so, and accounts for
 * each; whoever started it stops the process meanwhile, until all are due. Prints how long it took
 * to catch up, or what is wrong, and then exits with 1.
 */
final class DueAtOnce {
  /** The first line, before the milliseconds until all are due. */
  static final String ARMED = "armed, all due in ms: ";

  /** The exit code if not all were waiting when it was stopped, or not all due when it went on. */
  static final int TOO_LATE = 3;

  /** Kinds of wheels, from 0. */
  static final int WHEELS = 3;

  private static final long SPAN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int MARGIN_MILLIS = 50;
  private static final int BOUND_SECONDS = 20;

  private final WheelTimer timer;
  private final long[] deadlines;
  private final long[] ranAt;
  private final AtomicIntegerArray runs;
  private final CountDownLatch left;

  private DueAtOnce(WheelTimer timer, int timeouts) {
    this.timer = timer;
    this.deadlines = new long[timeouts];
    this.ranAt = new long[timeouts];
    this.runs = new AtomicIntegerArray(timeouts);
    this.left = new CountDownLatch(timeouts);
  }

  /** Plays once: the kind of wheel, how many timeouts, and how many milliseconds to arm them. */
  public static void main(String[] arguments) throws InterruptedException {
    WheelTimer timer = timer(Integer.parseInt(arguments[0]));
    int timeouts = Integer.parseInt(arguments[1]);
    int code = new DueAtOnce(timer, timeouts).play(Integer.parseInt(arguments[2]));
    System.exit(code);
  }

  /** By default, with the finest tick, or hashed: so that many slots are passed at once. */
  private static WheelTimer timer(int wheel) {
    WheelTimer.Builder builder = WheelTimer.builder();
    return switch (wheel) {
      case 0 -> builder.build();
      case 1 -> builder.tickDuration(Duration.ofNanos(1 << 16)).build();
      default -> builder.hashed(512).build();
    };
  }

  private int play(int millis) throws InterruptedException {
    long first = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long last = first + SPAN_NANOS;
    arm(first);
    long restMillis = TimeUnit.NANOSECONDS.toMillis(last - System.nanoTime()) + MARGIN_MILLIS;
    if (System.nanoTime() - first >= 0) {
      return TOO_LATE;
    }
    System.out.println(ARMED + restMillis);
    long now;
    while ((now = System.nanoTime()) - last < 0) { // no further once it is stopped
      TimeUnit.MILLISECONDS.sleep(1);
    }
    boolean done = left.await(BOUND_SECONDS, TimeUnit.SECONDS);
    return isStopped(now) ? account(now, done) : TOO_LATE;
  }

  private void arm(long first) {
    SplittableRandom random = new SplittableRandom(deadlines.length);
    for (int i = 0; i < deadlines.length; i++) {
      long deadline = first + random.nextLong(SPAN_NANOS);
      deadlines[i] = deadline; // the timer reads the clock later, so it may not fire before
      long delay = Math.max(1, deadline - System.nanoTime());
      timer.newTimeout(new Ticket(i), delay, TimeUnit.NANOSECONDS);
    }
  }

  /** {@return whether none had run before all were due} */
  private boolean isStopped(long wentOn) {
    long first = wentOn;
    for (int i = 0; i < ranAt.length; i++) {
      first = runs.get(i) > 0 ? Math.min(first, ranAt[i]) : first;
    }
    long due = first;
    for (long deadline : deadlines) {
      due = Math.max(due, deadline);
    }
    return due == first;
  }

  private int account(long wentOn, boolean done) {
    int early = 0;
    int lost = 0;
    int twice = 0;
    long latest = wentOn;
    for (int i = 0; i < deadlines.length; i++) {
      int times = runs.get(i);
      lost += times == 0 ? 1 : 0;
      twice += times > 1 ? 1 : 0;
      early += times > 0 && ranAt[i] - deadlines[i] < 0 ? 1 : 0;
      latest = times > 0 ? Math.max(latest, ranAt[i]) : latest;
    }
    WheelStats stats = timer.stats();
    boolean counts = timer.pendingTimeouts() == 0 && stats.fired() == stats.armed();
    boolean isWell = done && counts && early + lost + twice == 0;
    System.out.printf(
        "%,d due when it went on, the last ran %,d ms after that; %d early, %d lost, %d twice%s%n",
        deadlines.length,
        TimeUnit.NANOSECONDS.toMillis(latest - wentOn),
        early,
        lost,
        twice,
        isWell ? "" : ": " + stats);
    return isWell ? 0 : 1;
  }

  /** Runs once, not before its deadline. */
  private final class Ticket implements TimerTask {
    private final int number;

    Ticket(int number) {
      this.number = number;
    }

    @Override
    public void run(Timeout timeout) {
      ranAt[number] = System.nanoTime();
      runs.incrementAndGet(number);
      left.countDown();
    }
  }
}
