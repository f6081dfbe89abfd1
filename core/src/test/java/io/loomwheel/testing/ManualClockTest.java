package io.loomwheel.testing;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.SteppedClock;
import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ManualClockTest {
  private final ManualClock clock = new ManualClock(100);
  private final List<String> ran = new ArrayList<>();

  @Test
  void advanceTo_firesWhatIsDueByThen() {
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    timer.schedule(() -> ran.add("at " + clock.nanoTime()), Duration.ofNanos(50));
    clock.advanceTo(149);
    assertThat(ran).isEmpty();
    clock.advanceTo(1000);
    assertThat(ran).containsExactly("at 150");
    assertThat(clock.nanoTime()).isEqualTo(1000);
  }

  @Test
  void advance_severalTimers_firesInOrderOfDeadlinesAcrossThem() {
    WheelTimer one = WheelTimer.builder().clock(clock).build();
    WheelTimer two = WheelTimer.builder().clock(clock).build();
    one.schedule(() -> ran.add("one at 10"), Duration.ofNanos(10));
    two.schedule(() -> ran.add("two at 5"), Duration.ofNanos(5));
    two.schedule(() -> ran.add("two at 20"), Duration.ofNanos(20));
    one.schedule(() -> ran.add("one at 15"), Duration.ofNanos(15));
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("two at 5", "one at 10", "one at 15", "two at 20");
  }

  @Test
  void advance_fromATask_goesOnFromThere() {
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    timer.schedule(() -> clock.advance(Duration.ofNanos(500)), Duration.ofNanos(10));
    timer.schedule(() -> ran.add("at " + clock.nanoTime()), Duration.ofNanos(300));
    clock.advance(Duration.ofNanos(20));
    assertThat(ran).containsExactly("at 400");
    assertThat(clock.nanoTime()).isEqualTo(610);
  }

  @Test
  void advance_fromATask_firstFiresWhatWasDueWithIt() {
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    Runnable moves =
        () -> {
          ran.add("moves at " + clock.nanoTime());
          clock.advance(Duration.ofNanos(200));
          ran.add("moved to " + clock.nanoTime());
        };
    timer.schedule(moves, Duration.ofNanos(10));
    timer.schedule(moves, Duration.ofNanos(10));
    timer.schedule(() -> ran.add("beside at " + clock.nanoTime()), Duration.ofNanos(10));
    timer.schedule(() -> ran.add("later at " + clock.nanoTime()), Duration.ofNanos(150));
    clock.advance(Duration.ofNanos(20));
    assertThat(ran)
        .containsExactly(
            "moves at 110",
            "moves at 110",
            "beside at 110",
            "later at 250",
            "moved to 310",
            "moved to 310");
    assertThat(clock.nanoTime()).isEqualTo(310);
  }

  @Test
  void advance_fromATaskPastTheEnd_firesWhatIsThenDue() {
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    Timeout other = timer.schedule(() -> ran.add("at " + clock.nanoTime()), Duration.ofHours(1));
    timer.schedule(
        () -> {
          clock.advance(Duration.ofNanos(100));
          other.reschedule(0, NANOSECONDS);
        },
        Duration.ofNanos(3));
    clock.advance(Duration.ofNanos(5));
    assertThat(ran).containsExactly("at 203");
    assertThat(clock.nanoTime()).isEqualTo(203);
  }

  /** The timer counts 292 years. */
  @Test
  void nanosToNextExpiry_atTheEndOfTheTimersTime_isEmpty() {
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    timer.schedule(() -> ran.add("never"), Duration.ofSeconds(Long.MAX_VALUE));
    assertThat(timer.nanosToNextExpiry()).hasValue(Long.MAX_VALUE - 3);
    clock.advance(Duration.ofNanos(Long.MAX_VALUE - 3));
    assertThat(timer.nanosToNextExpiry()).isEmpty();
    clock.advance(Duration.ofNanos(Long.MAX_VALUE));
    timer.schedule(() -> ran.add("never"), Duration.ofNanos(1));
    clock.advance(Duration.ofNanos(Long.MAX_VALUE));
    assertThat(ran).isEmpty();
    assertThat(timer.pendingTimeouts()).isEqualTo(2);
  }

  @Test
  void advance_inTwoSteps_isTheSameAsInOne() {
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    for (long i = 1; i <= 100; i++) {
      timer.schedule(() -> ran.add("at " + clock.nanoTime()), Duration.ofNanos(i * i * i));
    }
    clock.advance(Duration.ofNanos(343));
    assertThat(ran).hasSize(7);
    clock.advance(Duration.ofNanos(1_000_000 - 343));
    assertThat(ran).hasSize(100).first().isEqualTo("at 101");
  }

  @Test
  void advance_whileAnotherThreadMovesTheClock_goesOnFromThere() throws Exception {
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    Thread other = new Thread(() -> clock.advance(Duration.ofNanos(5)));
    Runnable begin =
        () -> {
          other.start();
          while (other.getState() != Thread.State.BLOCKED) {
            Waiting.spin();
          }
        };
    timer.schedule(begin, Duration.ofNanos(10));
    clock.advance(Duration.ofNanos(100));
    other.join();
    assertThat(clock.nanoTime()).isEqualTo(205);
  }

  /** Any thread may make a timer meanwhile; here it is the one that looks for what is due. */
  @Test
  void advance_aTimerIsMadeMeanwhile_goesOn() {
    List<WheelTimer> made = new ArrayList<>();
    clock.attach(
        new SteppedClock.Wheels() {
          @Override
          public OptionalLong nanosToNextExpiry() {
            if (made.isEmpty()) {
              made.add(WheelTimer.builder().clock(clock).build());
              made.getFirst()
                  .schedule(() -> ran.add("at " + clock.nanoTime()), Duration.ofNanos(5));
            }
            return OptionalLong.empty();
          }

          @Override
          public void turn() {}
        });
    clock.advance(Duration.ofNanos(5));
    clock.advanceTo(105);
    assertThat(ran).containsExactly("at 105");
  }

  @Test
  void advance_backwards_isRejectedWithValueAndRule() {
    assertThatThrownBy(() -> clock.advance(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("by must not be negative, was PT-0.000000001S");
    assertThatThrownBy(() -> clock.advanceTo(99))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nanoTime must not be before 100 by now, was 99");
  }

  @Test
  void advance_byTheFarthest_isTaken_furtherIsRejectedWithValueAndRule() {
    Duration farthest = Duration.ofNanos(Long.MAX_VALUE);
    assertThatThrownBy(() -> clock.advance(farthest.plusNanos(1)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("by must be at most " + farthest + ", was " + farthest.plusNanos(1));
    clock.advance(farthest);
    assertThat(clock.nanoTime() - 100).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void advanceTo_whereItStands_firesWhatIsArmedWithoutDelay() {
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    timer.schedule(() -> ran.add("at " + clock.nanoTime()), Duration.ZERO);
    clock.advanceTo(100);
    assertThat(ran).containsExactly("at 100");
  }

  @Test
  void advance_severalTimersDueAtOnce_firesTheFirstMadeFirst() {
    for (String name : List.of("first", "second", "third")) {
      WheelTimer timer = WheelTimer.builder().clock(clock).build();
      timer.schedule(() -> ran.add(name), Duration.ofNanos(5));
    }
    clock.advance(Duration.ofNanos(5));
    assertThat(ran).containsExactly("first", "second", "third");
  }

  @Test
  void isMovedByCaller_isTrueInATaskOnly() {
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    timer.schedule(() -> ran.add("moved: " + clock.isMovedByCaller()), Duration.ofNanos(5));
    timer.schedule(() -> ran.add("moved: " + clock.isMovedByCaller()), Duration.ofNanos(15));
    assertThat(clock.isMovedByCaller()).isFalse();
    clock.advance(Duration.ofNanos(10));
    assertThat(clock.isMovedByCaller()).isFalse();
    clock.advanceTo(120);
    assertThat(clock.isMovedByCaller()).isFalse();
    assertThat(ran).containsExactly("moved: true", "moved: true");
  }

  @Test
  void toString_tellsTheTime() {
    assertThat(clock).hasToString("ManualClock[100]");
  }

  /** Moves the clock in each call of a recursion without end. */
  @Test
  void advance_atTheEndOfTheStack_throws_andWhatWasDueFiresLater() throws Exception {
    AtomicInteger failed = new AtomicInteger();
    WheelTimer timer =
        WheelTimer.builder().clock(clock).onFailure((t, x) -> failed.incrementAndGet()).build();
    int timeouts = 20_000;
    AtomicInteger fired = new AtomicInteger();
    for (int i = 1; i <= timeouts; i++) {
      timer.schedule(fired::incrementAndGet, Duration.ofNanos(i));
    }
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    for (int i = 0; i < 8; i++) {
      Thread deep = new Thread(null, () -> thrown.set(recurse()), "deep", 200_000 + i * 1024);
      deep.setDaemon(true);
      deep.start();
      assertThat(deep.join(Duration.ofSeconds(30))).as("advance returned").isTrue();
      assertThat(thrown.getAndSet(null)).isInstanceOf(StackOverflowError.class);
    }
    clock.advance(Duration.ofNanos(timeouts));
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(timer.nanosToNextExpiry()).isEmpty();
    assertThat(fired.get() + failed.get()).isBetween(timeouts - 8 * 2, timeouts);
  }

  private Throwable recurse() {
    try {
      return new AssertionError("came to its end, at " + advanceForEver(0));
    } catch (Throwable atTheEnd) {
      return atTheEnd;
    }
  }

  private int advanceForEver(int depth) {
    clock.advance(Duration.ofNanos(1));
    return depth < 0 ? depth : advanceForEver(depth + 1);
  }

  @Test
  void stop_detachesTheTimer() {
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    timer.schedule(() -> ran.add("never"), Duration.ofNanos(10));
    timer.stop();
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).isEmpty();
  }
}
