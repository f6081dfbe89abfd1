package io.loomwheel.internal.wheel;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/** Two threads that do something at the same moment, over and over. */
public final class Race {
  /** The most rounds. A machine that gives each thread its turn late plays fewer. */
  public static final int ROUNDS = 20_000;

  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

  /**
   * Runs two actions side by side, as close together as two threads can be brought, and then the
   * check, round by round.
   */
  public static void run(IntConsumer one, IntConsumer other, IntConsumer check)
      throws InterruptedException {
    AtomicInteger begun = new AtomicInteger(-1);
    AtomicInteger done = new AtomicInteger(-1);
    AtomicBoolean over = new AtomicBoolean();
    Thread second =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  for (int i = 0; ; i++) {
                    int round = i;
                    awaitUntil(() -> begun.get() >= round || over.get());
                    if (over.get()) {
                      return;
                    }
                    other.accept(round);
                    done.set(round);
                  }
                });
    long end = System.nanoTime() + LONGEST_NANOS;
    for (int i = 0; i < ROUNDS && System.nanoTime() - end < 0; i++) {
      int round = i;
      begun.set(round);
      one.accept(round);
      awaitUntil(() -> done.get() == round || !second.isAlive());
      check.accept(round);
    }
    over.set(true);
    second.join();
  }

  private static void awaitUntil(BooleanSupplier condition) {
    for (int spins = 0; !condition.getAsBoolean(); spins++) {
      if (spins < 1000) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }
}
