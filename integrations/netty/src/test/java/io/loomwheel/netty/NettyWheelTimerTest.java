package io.loomwheel.netty;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.SteppedClock;
import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;

/** What goes beyond Netty's javadoc: views, executors, failures, an own wheel and its end. */
class NettyWheelTimerTest {
  private final ManualClock clock = new ManualClock();
  private final List<String> failures = new ArrayList<>();
  private final AtomicReference<io.loomwheel.Timeout> failed = new AtomicReference<>();
  private final WheelTimer wheel =
      WheelTimer.builder()
          .name("test")
          .clock(clock)
          .onFailure(
              (timeout, cause) -> {
                failed.set(timeout);
                failures.add(timeout + ": " + cause.getMessage());
              })
          .build();
  private final NettyWheelTimer view = NettyWheelTimer.on(wheel);
  private final Noted task = new Noted();

  @AfterEach
  void stopWheel() {
    wheel.stop();
  }

  @Test
  void stop_theOwnWheelFailsToStop_throws_andTheNextReturnsWhatIsLeft() {
    SteppedClock stuck =
        new SteppedClock() {
          @Override
          public long nanoTime() {
            return 0;
          }

          @Override
          public void attach(Wheels wheels) {}

          @Override
          public void detach(Wheels wheels) {
            throw new IllegalStateException("on purpose");
          }
        };
    NettyWheelTimer own = NettyWheelTimer.create(WheelTimer.builder().clock(stuck));
    Timeout timeout = own.newTimeout(task, 1, HOURS);
    assertThatThrownBy(own::stop).hasMessage("on purpose");
    assertThat(timeout.isCancelled()).isTrue();
    assertThat(own.stop()).containsExactly(timeout);
    assertThat(own.stop()).isEmpty();
  }

  private static TimerTask throwing(String message) {
    return new TimerTask() {
      @Override
      public void run(Timeout timeout) {
        throw new IllegalArgumentException(message);
      }

      @Override
      public void cancelled(Timeout timeout) {
        throw new IllegalArgumentException(message);
      }

      @Override
      public String toString() {
        return "a task";
      }
    };
  }

  // --- views ---

  @Test
  void stop_ofAView_returnsItsOwnTimeoutsAlone_andTheWheelGoesOn() {
    NettyWheelTimer other = NettyWheelTimer.on(wheel);
    Timeout mine = view.newTimeout(new Noted(), 1, SECONDS);
    Timeout theirs = other.newTimeout(task, 1, SECONDS);
    io.loomwheel.Timeout plain = wheel.newTimeout(timeout -> {}, 1, SECONDS);

    assertThat(view.stop()).containsExactly(mine);
    assertThat(other.pendingTimeouts()).isEqualTo(1);
    clock.advance(Duration.ofSeconds(1));

    assertThat(task.runs).containsExactly(theirs);
    assertThat(plain.isExpired()).isTrue();
    assertThat(mine.isCancelled()).isTrue();
    assertThat(wheel.isStopped()).isFalse();
  }

  @Test
  void newTimeout_onAStoppedView_throws_andArmsNothing() {
    view.stop();
    assertThatThrownBy(() -> view.newTimeout(task, 1, SECONDS))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a stopped timer takes no timeout: NettyWheelTimer[WheelTimer[test], stopped]");
    assertThat(wheel.stats().armed()).isZero();
  }

  @Test
  void stop_withATaskThatThrowsWhenItIsNotified_returnsAllTheSame() {
    view.newTimeout(throwing("told"), 1, SECONDS);
    view.newTimeout(task, 2, SECONDS);
    assertThat(view.stop()).hasSize(2);
    assertThat(failures).hasSize(1);
    assertThat(task.notified).hasSize(1);
  }

  @Test
  void stop_aTaskThatIsToldArmsAnother_refusesThat() {
    view.newTimeout(
        new TimerTask() {
          @Override
          public void run(Timeout timeout) {}

          @Override
          public void cancelled(Timeout timeout) {
            timeout.timer().newTimeout(task, 1, SECONDS);
          }
        },
        1,
        SECONDS);
    assertThat(view.stop()).hasSize(1);
    assertThat(failures).hasSize(1).first().asString().contains("a stopped timer takes no timeout");
    assertThat(wheel.pendingTimeouts()).isZero();
  }

  @Test
  void wheelIsStopped_cancelsAndTells_andTheViewTakesNothing() {
    Timeout timeout = view.newTimeout(task, 1, SECONDS);
    assertThat(wheel.stop()).isEmpty(); // its set holds timeouts of its own kind

    assertThat(timeout.isCancelled()).isTrue();
    assertThat(task.notified).containsExactly(timeout);
    for (long delay : new long[] {0, 1}) {
      assertThatThrownBy(() -> view.newTimeout(task, delay, SECONDS))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("WheelTimer[test, stopped]");
    }
    assertThatThrownBy(view::start).isInstanceOf(IllegalStateException.class);
    assertThat(view.stop()).isEmpty();
    assertThat(task.runs).isEmpty();
  }

  /** The clock is read as the timeout is armed: that is when the other thread comes. */
  private static NettyWheelTimer armingWhile(AtomicReference<Runnable> comes) {
    Thread arming = Thread.currentThread(); // the driver reads the clock as it starts
    return NettyWheelTimer.on(
        WheelTimer.builder()
            .clock(
                () -> {
                  Runnable next = Thread.currentThread() == arming ? comes.getAndSet(null) : null;
                  if (next != null) {
                    next.run();
                  }
                  return System.nanoTime();
                })
            .build());
  }

  @Test
  void newTimeout_theViewIsStoppedMeanwhile_throwsAndTakesTheTimeoutBack() {
    AtomicReference<Runnable> comes = new AtomicReference<>();
    NettyWheelTimer stopping = armingWhile(comes);
    comes.set(stopping::stop);
    assertThatThrownBy(() -> stopping.newTimeout(task, 1, HOURS))
        .isInstanceOf(IllegalStateException.class);
    assertThat(stopping.pendingTimeouts()).isZero();
    assertThat(task.notified).isEmpty();
  }

  @Test
  void start_onAStoppedView_throws_thoughTheWheelGoesOn() {
    view.stop();
    assertThatThrownBy(view::start).isInstanceOf(IllegalStateException.class);
    assertThat(wheel.isStopped()).isFalse();
  }

  @Test
  void stop_ofAViewOfTheSharedTimer_leavesThatRunning() {
    NettyWheelTimer shared = NettyWheelTimer.on(WheelTimer.shared());
    Timeout timeout = shared.newTimeout(task, 1, HOURS);
    assertThat(shared.stop()).containsExactly(timeout);
    assertThat(WheelTimer.shared().isStopped()).isFalse();
  }

  @Test
  void pendingTimeouts_ofAView_countsItsOwn() {
    wheel.newTimeout(timeout -> {}, 1, SECONDS);
    view.newTimeout(task, 1, SECONDS);
    view.newTimeout(task, 0, SECONDS);
    assertThat(view.pendingTimeouts()).isEqualTo(2);
    clock.advance(Duration.ofSeconds(1));
    assertThat(view.pendingTimeouts()).isZero();
  }

  // --- an own wheel ---

  @Test
  void create_withSettings_hasThem_andStopEndsTheWheel() {
    NettyWheelTimer own =
        NettyWheelTimer.create(WheelTimer.builder().name("own").clock(clock).maxPendingTimeouts(1));
    own.newTimeout(task, 1, SECONDS);
    assertThat(own.pendingTimeouts()).isEqualTo(1);
    assertThatThrownBy(() -> own.newTimeout(task, 1, SECONDS))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(own.stop()).hasSize(1);
    assertThat(own).hasToString("NettyWheelTimer[WheelTimer[own, stopped], stopped]");
  }

  @Test
  void stop_othersWaitOnTheOwnWheel_returnsItsOwnTimeoutsAlone_andTellsAll() {
    NettyWheelTimer own =
        NettyWheelTimer.create(
            WheelTimer.builder()
                .clock(clock)
                .onFailure(
                    (timeout, cause) -> {
                      failed.set(timeout.timer().newTimeout(again -> {}, 1, HOURS));
                      NettyWheelTimer.on((WheelTimer) timeout.timer()).newTimeout(task, 1, HOURS);
                    }));
    own.newTimeout(throwing("oops"), 1, SECONDS);
    Timeout mine = own.newTimeout(task, 1, HOURS);
    clock.advance(Duration.ofSeconds(1));

    assertThat(own.stop()).containsExactly(mine);
    assertThat(failed.get().isCancelled()).isTrue();
    assertThat(task.notified).hasSize(2);
  }

  /** What happens where the thread that arms reads the clock, and where the stop tells a task. */
  private static final class ArmingDuringAStop {
    final CountDownLatch arming = new CountDownLatch(1);
    final CountDownLatch telling = new CountDownLatch(1);
    final CountDownLatch linked = new CountDownLatch(1);
    final CountDownLatch cancelled = new CountDownLatch(1);
    final AtomicReference<Thread> armer = new AtomicReference<>();
    int reads;

    long clock() {
      if (Thread.currentThread() == armer.get()) {
        if (reads++ == 0) { // then it is linked
          long now = System.nanoTime();
          arming.countDown();
          Waiting.forLatch(telling);
          return now;
        }
        linked.countDown();
        Waiting.forLatch(cancelled);
      }
      return System.nanoTime();
    }
  }

  @Test
  void newTimeout_theOwnWheelIsBeingStopped_isRefusedOrReturned() throws Exception {
    ArmingDuringAStop order = new ArmingDuringAStop();
    NettyWheelTimer own =
        NettyWheelTimer.create(WheelTimer.builder().shards(1).clock(order::clock));
    for (int i = 0; i < 62; i++) { // so that the next arm reads the clock again
      own.newTimeout(task, 1, HOURS);
    }
    Noted first =
        new Noted() {
          @Override
          public void cancelled(Timeout timeout) {
            order.telling.countDown();
            Waiting.forLatch(order.linked);
          }
        };
    own.newTimeout(first, 1, HOURS);
    AtomicReference<Timeout> accepted = new AtomicReference<>();
    Noted late =
        new Noted() {
          @Override
          public void cancelled(Timeout timeout) {
            super.cancelled(timeout);
            order.cancelled.countDown();
          }
        };
    Thread armer =
        new Thread(
            () -> {
              try {
                accepted.set(own.newTimeout(late, 10, MILLISECONDS));
              } catch (IllegalStateException refused) {
                // nothing was accepted
              } finally {
                order.linked.countDown();
              }
            });
    order.armer.set(armer);
    armer.start();
    Waiting.forLatch(order.arming);

    Set<Timeout> left = own.stop();
    armer.join();

    Timeout timeout = accepted.get();
    assertThat(left).hasSize(timeout == null ? 63 : 64);
    assertThat(late.notified).hasSize(timeout == null ? 0 : 1);
    assertThat(own.stop()).isEmpty();
  }

  @Test
  void stop_ofAnOwnWheel_endsItsThread() throws Exception {
    NettyWheelTimer own = NettyWheelTimer.create();
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    own.start();
    List<Thread> started = new ArrayList<>(Thread.getAllStackTraces().keySet());
    started.removeAll(before);
    started.removeIf(thread -> !thread.getName().startsWith("loomwheel-netty-driver"));
    assertThat(started).hasSize(1);

    own.stop();
    started.getFirst().join(60_000);
    assertThat(started.getFirst().isAlive()).isFalse();
  }

  @Test
  void stop_byATaskOnAVirtualThread_stops() throws Exception {
    NettyWheelTimer own = NettyWheelTimer.create();
    Timeout waiting = own.newTimeout(task, 1, HOURS);
    AtomicReference<Set<Timeout>> left = new AtomicReference<>();
    CountDownLatch stopped = new CountDownLatch(1);
    own.newTimeout(
        timeout -> {
          left.set(own.stop());
          stopped.countDown();
        },
        1,
        MILLISECONDS);
    assertThat(stopped.await(60, SECONDS)).isTrue();
    assertThat(left.get()).containsExactly(waiting);
  }

  // --- failures ---

  @Test
  void task_thatThrows_isCountedAndHandled_asTheWheelsOwn() {
    view.newTimeout(throwing("oops"), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));

    assertThat(failures).containsExactly("NettyTimeout(expired, task: a task): oops");
    assertThat(wheel.stats().failed()).isEqualTo(1);
    io.loomwheel.Timeout handled = failed.get();
    assertThat(handled.timer()).isSameAs(wheel);
    assertThat(handled.task()).isNull();
    assertThat(handled.isExpired()).isTrue();
    assertThat(handled.isCancelled()).isFalse();
    assertThat(handled.cancel()).isFalse();
    assertThat(handled.reschedule(1, SECONDS)).isFalse();
  }

  @Test
  void task_thatThrowsWhenItIsNotified_isCountedAndHandled_andTheCancelStands() {
    Timeout timeout = view.newTimeout(throwing("told"), 1, SECONDS);
    assertThat(timeout.cancel()).isTrue();
    assertThat(timeout.isCancelled()).isTrue();
    assertThat(failures).containsExactly("NettyTimeout(cancelled, task: a task): told");
    assertThat(wheel.stats().failed()).isEqualTo(1);
    assertThat(failed.get().isCancelled()).isTrue();
  }

  @Test
  void task_thatThrowsAnErrorWhenItIsNotified_isCountedAndHandled_andTheCancelStands() {
    Noted erring =
        new Noted() {
          @Override
          public void cancelled(Timeout timeout) {
            throw new AssertionError("told");
          }
        };
    assertThat(view.newTimeout(erring, 1, SECONDS).cancel()).isTrue();
    assertThat(failures).singleElement().asString().endsWith(": told");
    assertThat(wheel.stats().failed()).isEqualTo(1);
  }

  @Test
  void newTimeout_droppedByTheWheel_isCancelledAndNotified() throws Exception {
    WheelTimer full =
        WheelTimer.builder()
            .clock(clock)
            .taskExecutor(
                due -> {
                  throw new RejectedExecutionException("full, on purpose");
                })
            .dropRejected(reason -> {})
            .build();
    Timeout timeout = NettyWheelTimer.on(full).newTimeout(task, 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(task.isNotifiedInTheEnd()).isTrue();
    assertThat(timeout.isCancelled()).isTrue();
    assertThat(timeout.isExpired()).isFalse();
  }

  // --- cost, texts ---

  @Test
  void timeout_isOneObject_asLargeAsTheWheelsOwn() throws Exception {
    Class<?> own = Class.forName("io.loomwheel.TimerTimeout");
    assertThat(ClassLayout.parseClass(NettyWheelTimer.NettyTimeout.class).instanceSize())
        .isEqualTo(ClassLayout.parseClass(own).instanceSize());
  }

  @Test
  void toString_ofATimeout_saysHowLongItWaits() {
    TimerTask named = throwing("");
    Timeout timeout = view.newTimeout(named, 1, SECONDS);
    assertThat(timeout).hasToString("NettyTimeout(deadline: 1000000000 ns later, task: a task)");
    assertThat(view).hasToString("NettyWheelTimer[WheelTimer[test]]");
  }

  @Test
  void toString_ofATimeout_countsFromNow() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    WheelTimer coarse =
        WheelTimer.builder()
            .clock(clock)
            .tickDuration(Duration.ofSeconds(10))
            .taskExecutor(tasks::add)
            .build();
    Timeout timeout = NettyWheelTimer.on(coarse).newTimeout(throwing(""), 3, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(timeout).hasToString("NettyTimeout(deadline: 2000000000 ns later, task: a task)");
    clock.advance(Duration.ofSeconds(2));
    assertThat(timeout).hasToString("NettyTimeout(deadline: 0 ns later, task: a task)");
    clock.advance(Duration.ofSeconds(1));
    assertThat(timeout).hasToString("NettyTimeout(deadline: 1000000000 ns ago, task: a task)");
  }

  @Test
  void census_ofTheWheel_countsTheTasksByTheirClass() {
    view.newTimeout(task, 1, SECONDS);
    assertThat(wheel.census().toString()).contains(Noted.class.getName());
  }

  @Test
  void on_null_throws() {
    assertThatThrownBy(() -> NettyWheelTimer.on(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("timer");
  }
}
