package io.loomwheel.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.SteppedClock;
import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A scheduler on a clock that the test moves, others on the real one, and words for both. */
public abstract class SchedulerContract {
  protected final Ecosystem ecosystem;
  protected final PatientClock clock;
  protected final WheelTimer timer;

  /** On {@link #clock}. */
  protected final Subject scheduler;

  /** On the real clock, with virtual threads. */
  protected final Subject real;

  protected final List<String> ran = Collections.synchronizedList(new ArrayList<>());

  protected SchedulerContract(Ecosystem ecosystem) {
    this.ecosystem = ecosystem;
    this.clock = new PatientClock(ecosystem::settle);
    this.timer = ecosystem.timer().clock(clock).build();
    this.scheduler = ecosystem.on(timer);
    this.real = ecosystem.own();
  }

  /** {@return what made the schedulers of this test} */
  public final Ecosystem ecosystem() {
    return ecosystem;
  }

  @AfterEach
  void tidy() {
    real.dispose();
    ecosystem.reset();
  }

  /** {@return what was submitted, which must not have been refused} */
  protected static Handle accepted(@Nullable Handle handle) {
    return Objects.requireNonNull(handle, "the submission was refused");
  }

  protected static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError("the test was interrupted", e);
    }
  }

  /** Blocks for ever, or until it is interrupted. */
  protected static void block(CountDownLatch running, CountDownLatch interrupted) {
    running.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.countDown();
    }
  }

  /**
   * A manual clock that waits at each deadline on its way until all that was due there has run, on
   * whatever threads; so that a test is as exact as where tasks run on its own thread.
   */
  public static final class PatientClock implements SteppedClock {
    private final ManualClock clock = new ManualClock();
    private final List<Wheels> attached = new CopyOnWriteArrayList<>();
    private final Runnable settle;

    PatientClock(Runnable settle) {
      this.settle = settle;
    }

    @Override
    public long nanoTime() {
      return clock.nanoTime();
    }

    /** Moves the clock on. A task may do so too, but then nobody waits for it. */
    public void advance(Duration by) {
      long end = clock.nanoTime() + by.toNanos();
      settle.run();
      for (long left; (left = end - clock.nanoTime()) >= 0 && nanosToNextExpiry() <= left; ) {
        clock.advance(Duration.ofNanos(nanosToNextExpiry()));
        settle.run();
      }
      if (end - clock.nanoTime() > 0) { // otherwise a task has moved the clock further
        clock.advanceTo(end);
      }
    }

    /** Waits until what is due and what has no delay has run. */
    public void settle() {
      settle.run();
    }

    private long nanosToNextExpiry() {
      long first = Long.MAX_VALUE;
      for (Wheels wheels : attached) {
        OptionalLong next = wheels.nanosToNextExpiry();
        first = Math.min(first, next.orElse(Long.MAX_VALUE));
      }
      return first;
    }

    @Override
    public void attach(Wheels wheels) {
      attached.add(wheels);
      clock.attach(wheels);
    }

    @Override
    public void detach(Wheels wheels) {
      attached.remove(wheels);
      clock.detach(wheels);
    }
  }
}
