package io.loomwheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When a clock that a caller moves is detached, and whether a caller moves it. */
class SteppedClockTest {
  private final Hand hand = new Hand();

  @Test
  void isMovedByCaller_notOverridden_isFalse() {
    assertThat(hand.isMovedByCaller()).isFalse();
    WheelTimer timer = WheelTimer.builder().clock(hand).build();
    assertThat(timer.engine().movedByCaller.getAsBoolean()).isFalse();
  }

  @Test
  void isMovedByCaller_ofTheClock_isWhatTheEngineSays() {
    ManualClock moved = new ManualClock();
    WheelTimer onMoved = WheelTimer.builder().clock(moved).build();
    List<Boolean> said = new ArrayList<>();
    onMoved.schedule(
        () -> said.add(onMoved.engine().movedByCaller.getAsBoolean()), Duration.ofNanos(1));
    assertThat(onMoved.engine().movedByCaller.getAsBoolean()).isFalse();
    moved.advance(Duration.ofNanos(1));
    assertThat(said).containsExactly(true);
  }

  /** Fails once on its way to the executor, after it has fired. */
  static final class Unlucky extends WheelNode {
    private int asked;
    int ran;

    @Override
    public @Nullable Executor executor() {
      if (++asked == 2) {
        throw new LinkageError("on purpose");
      }
      return null;
    }

    @Override
    public void run() {
      ran++;
    }
  }

  @Test
  void stop_whatHasFiredIsNotHandedOn_theClockIsDetachedOnceItIs() {
    Unlucky node = new Unlucky();
    WheelTimer onMoved = WheelTimer.builder().clock(hand).build();
    onMoved.engine().arm(node, 10);
    assertThatThrownBy(() -> hand.moved.advance(Duration.ofNanos(10)))
        .isInstanceOf(LinkageError.class);
    assertThat(onMoved.stop()).isEmpty();
    assertThat(hand.detached).isZero();
    hand.moved.advance(Duration.ofNanos(1));
    assertThat(node.ran).isOne();
    assertThat(hand.detached).isOne();
    assertThat(onMoved.stop()).isEmpty();
    assertThat(hand.detached).isOne();
  }

  @Test
  void stop_fromATask_theClockIsDetachedOnceTheOthersThatAreDueHaveRun() {
    WheelTimer onMoved = WheelTimer.builder().clock(hand).build();
    List<String> said = new ArrayList<>();
    onMoved.schedule(
        () -> {
          onMoved.stop();
          said.add("stopped, detached " + hand.detached);
        },
        Duration.ofNanos(10));
    onMoved.schedule(() -> said.add("due with it"), Duration.ofNanos(10));
    hand.moved.advance(Duration.ofNanos(10));
    assertThat(said).containsExactly("stopped, detached 0", "due with it");
    assertThat(hand.detached).isOne();
  }

  /** A clock that counts its timers. */
  private static final class Hand implements SteppedClock {
    final ManualClock moved = new ManualClock();
    int detached;

    @Override
    public long nanoTime() {
      return moved.nanoTime();
    }

    @Override
    public void attach(Wheels wheels) {
      moved.attach(wheels);
    }

    @Override
    public void detach(Wheels wheels) {
      moved.detach(wheels);
      detached++;
    }
  }
}
