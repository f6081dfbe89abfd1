package io.loomwheel.soak.fault;

import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelStats;
import io.loomwheel.WheelTimer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A program that takes the heap to its last bytes while timeouts are armed, come down from level to
 * level, and fire; then gives it back and accounts for each. It makes what its ledger needs before,
 * so that only the timer runs out of memory. Prints what is wrong and exits with 1, or prints how
 * many timeouts there were.
 *
 * <p>The driver reads the heap's state at random moments, so a round proves little; many do.
 */
final class ScarceMemory {
  private static final int TIMEOUTS = 400;

  /** Beyond the 64 ticks of a level, so that slots come down while there is no memory. */
  private static final int LONGEST_MILLIS = 250;

  private static final int FIRST_BLOCK = 1 << 14;

  private final WheelTimer timer;
  private final Ticket[] tickets = new Ticket[TIMEOUTS];
  private volatile boolean isOver;
  private volatile long shortages;

  private ScarceMemory(WheelTimer timer) {
    this.timer = timer;
    for (int i = 0; i < TIMEOUTS; i++) {
      tickets[i] = new Ticket();
    }
  }

  /** Plays for as many milliseconds as the argument says. */
  public static void main(String[] arguments) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(arguments[0]));
    warmUp();
    long accepted = 0;
    long shortages = 0;
    int round = 0;
    do {
      ScarceMemory game = new ScarceMemory(timer(round));
      String wrong = game.play();
      if (wrong != null) {
        System.out.println("round " + round + ": " + wrong);
        System.exit(1);
      }
      accepted += game.count();
      shortages += game.shortages;
      round++;
    } while (System.nanoTime() < end);
    System.out.println(
        accepted + " timeouts, " + round + " rounds, out of memory " + shortages + " times");
    System.exit(0);
  }

  /**
   * Fires one: a class of the JDK that runs out of memory as it is first used never works again.
   */
  private static void warmUp() throws InterruptedException {
    try (WheelTimer first = WheelTimer.create()) {
      CountDownLatch fired = new CountDownLatch(1);
      first.newTimeout(timeout -> fired.countDown(), 1, TimeUnit.MILLISECONDS);
      fired.await();
    }
  }

  private static WheelTimer timer(int round) {
    WheelTimer.Builder builder = WheelTimer.builder().shards(1 + round % 2);
    return round % 4 == 3 ? builder.hashed(32).build() : builder.build();
  }

  private @Nullable String play() throws InterruptedException {
    arm(0, TIMEOUTS / 3); // the rest while there is no memory
    Thread hoarder = Thread.ofPlatform().name("hoarder").start(this::hoard);
    arm(TIMEOUTS / 3, TIMEOUTS);
    hoarder.join();
    boolean done = Patience.until(this::isSettled);
    String wrong = done ? null : verdict();
    timer.stop();
    return wrong;
  }

  private void arm(int from, int to) throws InterruptedException {
    for (int i = from; i < to; i++) {
      try {
        timer.newTimeout(tickets[i], 1 + i * 7919L % LONGEST_MILLIS, TimeUnit.MILLISECONDS);
        tickets[i].isAccepted = true;
      } catch (OutOfMemoryError refused) {
        continue; // not accepted, so it may not run
      }
      if (i % 16 == 0) {
        pause();
      }
    }
    isOver = to == TIMEOUTS;
  }

  /** So that some are armed at each state of the heap. */
  private static void pause() throws InterruptedException {
    try {
      TimeUnit.MILLISECONDS.sleep(1);
    } catch (OutOfMemoryError noSleep) {
      Thread.onSpinWait();
    }
  }

  /** Takes all there is, in smaller and smaller blocks, and keeps it until all are armed. */
  private void hoard() {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2 * LONGEST_MILLIS);
    Object[] chain = null;
    int size = FIRST_BLOCK;
    long failures = 0;
    while (!isOver || System.nanoTime() < until) {
      try {
        Object[] next = new Object[size];
        next[0] = chain;
        chain = next;
      } catch (OutOfMemoryError full) {
        failures++;
        size = Math.max(2, size / 2);
      }
    }
    shortages = failures;
  }

  private boolean isSettled() {
    return verdict() == null && timer.pendingTimeouts() == 0;
  }

  /**
   * What gets no thread is refused, again and again, and waits: the count of refusals excuses none.
   */
  private @Nullable String verdict() {
    WheelStats stats = timer.stats();
    int missing = 0;
    int wrong = 0;
    for (Ticket ticket : tickets) {
      missing += ticket.isAccepted && ticket.runs == 0 ? 1 : 0;
      wrong += ticket.runs > (ticket.isAccepted ? 1 : 0) ? 1 : 0;
    }
    return missing == 0 && wrong == 0
        ? null
        : missing + " never ran, " + wrong + " ran though refused, or twice: " + stats;
  }

  private long count() {
    long accepted = 0;
    for (Ticket ticket : tickets) {
      accepted += ticket.isAccepted ? 1 : 0;
    }
    return accepted;
  }

  /** Runs once, if it was accepted. */
  private static final class Ticket implements TimerTask {
    private volatile int runs;
    private volatile boolean isAccepted;

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // a second run would be a defect, and late
    public void run(Timeout timeout) {
      runs++;
    }
  }
}
