package io.loomwheel.contract;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When a task runs that was submitted to a scheduler, and what its handle says. */
public abstract class SubmissionContract extends SchedulerContract {
  protected SubmissionContract(Ecosystem ecosystem) {
    super(ecosystem);
  }

  @Test
  void schedule_withDelay_runsOnceThenAndNotBefore() {
    Handle task = accepted(scheduler.schedule(() -> ran.add("task"), 5, SECONDS));
    clock.advance(Duration.ofSeconds(5).minusNanos(1));
    assertThat(ran).isEmpty();
    assertThat(task.isDisposed()).isFalse();
    clock.advance(Duration.ofNanos(1));
    assertThat(ran).containsExactly("task");
    assertThat(task.isDisposed()).isTrue();
    clock.advance(Duration.ofDays(1));
    assertThat(ran).hasSize(1);
  }

  @Test
  void schedule_delayNotPositiveOrHuge_isAtOnceOrNever() {
    scheduler.schedule(() -> ran.add("plain"));
    scheduler.schedule(() -> ran.add("zero"), 0, SECONDS);
    scheduler.schedule(() -> ran.add("least"), Long.MIN_VALUE, DAYS);
    assertThat(ran).containsExactly("plain", "zero", "least");
    scheduler.schedule(() -> ran.add("never"), Long.MAX_VALUE, NANOSECONDS);
    scheduler.schedule(() -> ran.add("never"), Long.MAX_VALUE, DAYS);
    scheduler.schedulePeriodically(() -> ran.add("once"), 1, Long.MAX_VALUE, DAYS);
    clock.advance(Duration.ofDays(365 * 200));
    assertThat(ran).containsExactly("plain", "zero", "least", "once");
  }

  @Test
  void schedule_shorterThanATick_isNeverEarly() {
    scheduler.schedule(() -> ran.add("three"), 3, NANOSECONDS);
    scheduler.schedule(() -> ran.add("one"), 1, NANOSECONDS);
    assertThat(ran).isEmpty();
    clock.advance(Duration.ofNanos(1));
    assertThat(ran).containsExactly("one");
    clock.advance(Duration.ofNanos(1));
    assertThat(ran).containsExactly("one");
    clock.advance(Duration.ofNanos(1));
    assertThat(ran).containsExactly("one", "three");
  }

  @Test
  void schedule_onARealClock_isNeverEarly() {
    AtomicInteger early = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(5000);
    for (int i = 0; i < 5000; i++) {
      long delay = 1 + i * 20_000L;
      long start = System.nanoTime();
      real.schedule(
          () -> {
            if (System.nanoTime() - start < delay) {
              early.incrementAndGet();
            }
            done.countDown();
          },
          delay,
          NANOSECONDS);
    }
    await(done);
    assertThat(early).hasValue(0);
  }

  @Test
  void schedule_fromManyThreads_losesNothing() {
    int each = 10_000;
    CountDownLatch done = new CountDownLatch(4 * each);
    for (int p = 0; p < 4; p++) {
      Thread.ofPlatform()
          .start(
              () -> {
                for (int i = 0; i < each; i++) {
                  real.schedule(done::countDown, i % 5, MILLISECONDS);
                }
              });
    }
    await(done);
  }

  @Test
  void schedule_runsOnThreadsOfTheRelay() {
    AtomicReference<@Nullable Thread> ranOn = new AtomicReference<>();
    CountDownLatch done = new CountDownLatch(1);
    real.schedule(
        () -> {
          ranOn.set(Thread.currentThread());
          done.countDown();
        },
        1,
        MILLISECONDS);
    await(done);
    assertThat(ranOn.get()).matches(SubmissionContract::isOfTheRelay);
  }

  /** On a busy machine the relay's tasks may be rescued, by threads of that name. */
  private static boolean isOfTheRelay(Thread thread) {
    return thread.isVirtual() || thread.getName().equals("loomwheel-rescue");
  }

  @Test
  void schedule_whatBlocks_holdsUpNobody() {
    int blocked = 200;
    CountDownLatch running = new CountDownLatch(blocked);
    CountDownLatch interrupted = new CountDownLatch(blocked);
    CountDownLatch other = new CountDownLatch(1);
    for (int i = 0; i < blocked; i++) {
      real.schedule(() -> block(running, interrupted), 1, MILLISECONDS);
    }
    await(running);
    real.schedule(other::countDown, 1, MILLISECONDS);
    await(other);
  }

  @Test
  void isDisposed_falsePendingAndRunning_trueOnceDoneOrDisposed() {
    AtomicReference<Handle> self = new AtomicReference<>();
    AtomicBoolean whileRunning = new AtomicBoolean(true);
    self.set(
        accepted(
            scheduler.schedule(
                () -> whileRunning.set(accepted(self.get()).isDisposed()), 1, NANOSECONDS)));
    Handle periodic = accepted(scheduler.schedulePeriodically(() -> {}, 1, 1, NANOSECONDS));
    Handle dropped = accepted(scheduler.schedule(() -> {}, 1, SECONDS));
    assertThat(accepted(self.get()).isDisposed()).isFalse();
    clock.advance(Duration.ofNanos(3));
    assertThat(whileRunning).isFalse();
    assertThat(accepted(self.get()).isDisposed()).isTrue();
    assertThat(periodic.isDisposed()).isFalse();
    periodic.dispose();
    dropped.dispose();
    dropped.dispose();
    assertThat(periodic.isDisposed()).isTrue();
    assertThat(dropped.isDisposed()).isTrue();
  }

  @Test
  void isDisposed_ofATaskThatThrew_isTrue() {
    ecosystem.collectErrors();
    Handle task =
        accepted(
            scheduler.schedule(
                () -> {
                  throw new AssertionError("on purpose");
                },
                1,
                SECONDS));
    clock.advance(Duration.ofSeconds(1));
    assertThat(task.isDisposed()).isTrue();
  }

  @Test
  void dispose_pending_neverRunsAndLeavesTheWheel() {
    Handle task = accepted(scheduler.schedule(() -> ran.add("task"), 5, SECONDS));
    task.dispose();
    task.dispose();
    assertThat(task.isDisposed()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
    clock.advance(Duration.ofDays(1));
    assertThat(ran).isEmpty();
  }

  @Test
  void executor_runsWhatIsDueAndWhatHasNoDelay() {
    Queue<Runnable> handedOver = new ArrayDeque<>();
    Subject byHand = ecosystem.on(timer, handedOver::add);
    byHand.schedule(() -> ran.add("now"));
    byHand.schedule(() -> ran.add("later"), 1, SECONDS);
    byHand.createWorker().schedule(() -> ran.add("of a Worker"), 1, SECONDS);
    clock.advance(Duration.ofSeconds(2));
    assertThat(ran).isEmpty();
    handedOver.forEach(Runnable::run);
    assertThat(ran).containsExactly("now", "later", "of a Worker");
  }

  @Test
  void dispose_betweenHandingOverAndTheRun_neverRuns() {
    Queue<Runnable> handedOver = new ArrayDeque<>();
    Subject byHand = ecosystem.on(timer, handedOver::add);
    Handle direct = accepted(byHand.schedule(() -> ran.add("direct"), 1, SECONDS));
    Handle ofWorker = accepted(byHand.createWorker().schedule(() -> ran.add("of a Worker")));
    clock.advance(Duration.ofSeconds(1));
    assertThat(handedOver).hasSize(2);
    direct.dispose();
    ofWorker.dispose();
    handedOver.forEach(Runnable::run);
    assertThat(ran).isEmpty();
    assertThat(direct.isDisposed()).isTrue();
    assertThat(ofWorker.isDisposed()).isTrue();
  }
}
