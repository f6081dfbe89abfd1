package io.loomwheel.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
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
}
