package io.loomwheel.soak.fault;

import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.soak.ledger.Ledger;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A heap that is taken to its last bytes, in a JVM of its own, while timeouts are armed, come down
 * from level to level, and fire; then it is given back and each is accounted for. All that accounts
 * for them is made before, so that only the timer runs out of memory.
 *
 * <p>The driver reads the heap's state at random moments, so a round proves little; many do.
 */
final class Memory implements Fault {
  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long BOUND_SECONDS = 120;
  private static final int TIMEOUTS = 400;

  /** Beyond the 64 ticks of a level, so that slots come down while there is no memory. */
  private static final int LONGEST_MILLIS = 250;

  private static final int FIRST_BLOCK = 1 << 14;

  @Override
  public void inWave(TestBed bed) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx12m",
                "-XX:+UseSerialGC",
                "-XX:-UseTLAB", // so that each byte can be missing
                "-classpath",
                System.getProperty("java.class.path"),
                Memory.class.getName())
            .redirectErrorStream(true)
            .start();
    boolean isOver = process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    if (!isOver || process.exitValue() != 0) {
      byte[] said = process.getInputStream().readAllBytes();
      throw new IllegalStateException(new String(said, StandardCharsets.UTF_8));
    }
  }

  /** Plays rounds for a while; prints what is wrong, and exits with 1. */
  public static void main(String[] arguments) throws InterruptedException {
    long end = System.nanoTime() + NANOS;
    try (WheelTimer first = WheelTimer.create()) { // a class that has no memory once never works
      CountDownLatch fired = new CountDownLatch(1);
      first.newTimeout(timeout -> fired.countDown(), 1, TimeUnit.MILLISECONDS);
      fired.await();
    }
    for (int round = 0; System.nanoTime() - end < 0; round++) {
      String wrong = new Game(round).play();
      if (wrong != null) {
        System.out.println("round " + round + ": " + wrong);
        System.exit(1);
      }
    }
    System.exit(0);
  }

  /** One timer. Its main thread arms. */
  private static final class Game {
    private final WheelTimer timer;
    private final AtomicIntegerArray runs = new AtomicIntegerArray(TIMEOUTS);
    private final boolean[] isAccepted = new boolean[TIMEOUTS];
    private final TimerTask[] tasks =
        IntStream.range(0, TIMEOUTS)
            .<TimerTask>mapToObj(i -> timeout -> runs.incrementAndGet(i))
            .toArray(TimerTask[]::new);
    private volatile boolean isOver;

    Game(int round) {
      WheelTimer.Builder builder = WheelTimer.builder().shards(1 + round % 2);
      timer = round % 4 == 3 ? builder.hashed(32).build() : builder.build();
    }

    @Nullable String play() throws InterruptedException {
      arm(0, TIMEOUTS / 3); // the rest while there is no memory
      Thread hoarder = Thread.ofPlatform().name("hoarder").start(this::hoard);
      arm(TIMEOUTS / 3, TIMEOUTS);
      isOver = true;
      hoarder.join();
      boolean done =
          Ledger.await(() -> verdict() == null && timer.pendingTimeouts() == 0, Ledger.BOUND_NANOS);
      String wrong = done ? null : verdict() + " " + timer.stats();
      timer.stop();
      return wrong;
    }

    private void arm(int from, int to) throws InterruptedException {
      for (int i = from; i < to; i++) {
        try {
          timer.newTimeout(tasks[i], 1 + i * 7919L % LONGEST_MILLIS, TimeUnit.MILLISECONDS);
          isAccepted[i] = true;
          if (i % 16 == 0) { // so that some are armed at each state of the heap
            TimeUnit.MILLISECONDS.sleep(1);
          }
        } catch (OutOfMemoryError refused) {
          Thread.onSpinWait(); // not accepted, so it may not run; or no memory to sleep
        }
      }
    }

    /** Takes all there is, in smaller and smaller blocks, and keeps it until all are armed. */
    private void hoard() {
      long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2 * LONGEST_MILLIS);
      Object[] chain = null;
      int size = FIRST_BLOCK;
      while (!isOver || System.nanoTime() - until < 0) {
        try {
          Object[] next = new Object[size];
          next[0] = chain;
          chain = next;
        } catch (OutOfMemoryError full) {
          size = Math.max(2, size / 2);
        }
      }
    }

    /**
     * {@return what is wrong, if anything is} What gets no thread is refused, again and again, and
     * waits: the count of refusals excuses none.
     */
    private @Nullable String verdict() {
      int missing = 0;
      int wrong = 0;
      for (int i = 0; i < TIMEOUTS; i++) {
        missing += isAccepted[i] && runs.get(i) == 0 ? 1 : 0;
        wrong += runs.get(i) > (isAccepted[i] ? 1 : 0) ? 1 : 0;
      }
      return missing + wrong == 0
          ? null
          : missing + " never ran, " + wrong + " ran though refused, or twice";
    }
  }
}
