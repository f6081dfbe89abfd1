package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random sequences of what may happen to a thread with scopes, beside an oracle that knows who has
 * sent each interrupt. All happens at multiples of the time between two checks. The clocks of two
 * timers move apart; one alone may be stopped as well.
 */
class DeadlineScopeSequencesTest {
  private static final int SEQUENCES = 2_000;
  private static final int LENGTH = 30;
  private static final Duration STEP = Duration.ofMillis(10);

  /** Whose the pending interrupt is. */
  private enum Flag {
    CLEAR,
    OF_SCOPES,
    OF_OTHERS
  }

  private enum Time {
    OPEN,
    UP,
    STOPPED,
    IN_TIME
  }

  /** The code inside a scope. */
  private static final class Block {
    private final DeadlineScope scope;
    private final @Nullable Block outer;
    private final int stack;
    private final int timer;
    private final long end;
    private Time time = Time.OPEN;

    /** Whether this code has still to be interrupted, or to be known to have been. */
    private boolean owed;

    Block(DeadlineScope scope, @Nullable Block outer, int stack, int timer, long end) {
      this.scope = scope;
      this.outer = outer;
      this.stack = stack;
      this.timer = timer;
      this.end = end;
      this.owed = outer != null && outer.owed;
    }

    boolean isUp() {
      return time == Time.UP;
    }
  }

  private final StringBuilder history = new StringBuilder();
  private final List<ManualClock> clocks = new ArrayList<>();
  private final List<WheelTimer> timers = new ArrayList<>();
  private Random random = new Random();
  private boolean stopped;

  /** The steps of each clock. */
  private long[] now = {};

  private final List<Block> all = new ArrayList<>();
  private @Nullable Block innermost;

  /** The scopes that were open together have the same number. */
  private int stack;

  private Flag flag = Flag.CLEAR;

  /** Whether one of the scopes was taken, and the block has not asked: it can't tell the next. */
  private boolean unheard;

  @AfterEach
  void clearTheFlag() {
    Thread.interrupted();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anySequence_isInterruptedAndExpired_asTheOracleSays(int timerCount) {
    for (int seed = 0; seed < SEQUENCES; seed++) {
      begin(seed, timerCount);
      for (int i = 0; i < LENGTH; i++) {
        act();
        assertSame();
      }
      while (innermost != null) {
        close(innermost);
        assertSame();
      }
      for (WheelTimer timer : timers) {
        assertThat(timer.pendingTimeouts()).as(history.toString()).isZero();
      }
      all.forEach(this::ask);
    }
  }

  private void begin(int seed, int timerCount) {
    Thread.interrupted();
    random = new Random(seed);
    history.setLength(0);
    history.append("seed ").append(seed).append(':');
    clocks.clear();
    timers.clear();
    for (int i = 0; i < timerCount; i++) {
      ManualClock clock = new ManualClock();
      clocks.add(clock);
      timers.add(WheelTimer.builder().clock(clock).build());
    }
    stopped = false;
    now = new long[timerCount];
    all.clear();
    flag = Flag.CLEAR;
    unheard = false;
  }

  private void act() {
    Block block = innermost;
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3 -> open(random.nextInt(4));
      case 4, 5 -> open(100);
      case 6, 7, 8 -> {
        if (block != null) {
          close(block);
        }
      }
      case 9, 10 -> {
        if (!all.isEmpty()) {
          ask(all.get(random.nextInt(all.size())));
        }
      }
      case 11 -> {
        if (block != null) {
          ask(block);
        }
      }
      case 12, 13, 14 -> take();
      case 15, 16 -> interrupt();
      case 17, 18 -> advance(anyTimer());
      default -> {
        if (timers.size() == 1 && random.nextInt(4) == 0) {
          stop();
        } else if (block != null && block.outer != null) {
          close(block.outer);
        }
      }
    }
  }

  private int anyTimer() {
    return random.nextInt(timers.size());
  }

  private void assertSame() {
    Block block = innermost;
    if (stopped && block != null && block.owed && flag == Flag.CLEAR && !unheard) {
      while (!Thread.currentThread().isInterrupted()) { // no timer is left, so time is real
        Thread.onSpinWait();
      }
      send();
    }
    assertThat(Thread.currentThread().isInterrupted())
        .as(history.toString())
        .isEqualTo(flag != Flag.CLEAR);
  }

  private void open(int steps) {
    int timer = anyTimer();
    history.append(" open").append(timer).append('(').append(steps).append(')');
    Block outer = innermost;
    hear();
    Duration time = STEP.multipliedBy(steps);
    if (stopped) {
      assertThatThrownBy(() -> DeadlineScope.within(timers.get(timer), time))
          .isInstanceOf(RejectedExecutionException.class);
      goOn();
      return;
    }
    DeadlineScope scope = DeadlineScope.within(timers.get(timer), time);
    long end = now[timer] + (outer != null && outer.isUp() ? 0 : steps);
    Block block = new Block(scope, outer, stack, timer, end);
    all.add(block);
    innermost = block;
    if (end == now[timer]) {
      isOver(block, Time.UP);
    }
  }

  private void close(Block last) {
    history.append(" close");
    last.scope.close();
    for (Block block = innermost; block != last.outer; block = innermost) {
      if (block == null) {
        throw new AssertionError("it was not open");
      }
      if (block.time == Time.OPEN) {
        block.time = Time.IN_TIME;
      }
      hear();
      innermost = block.outer;
      goOn();
    }
    stack += innermost == null ? 1 : 0;
  }

  /** The code around goes on after a scope. */
  private void goOn() {
    Block block = innermost;
    if (block != null && block.owed) {
      send();
    } else if (flag == Flag.OF_SCOPES) {
      flag = Flag.CLEAR;
      unheard = false;
    }
  }

  private void ask(Block block) {
    history.append(" ask(").append(all.indexOf(block)).append(')');
    assertThat(block.scope.isExpired()).as(history.toString()).isEqualTo(block.isUp());
    assertThat(block.scope.remaining()).as(history.toString()).isEqualTo(remaining(block));
    if (block.stack == stack) {
      hear();
    }
  }

  private Duration remaining(@Nullable Block block) {
    long least = Long.MAX_VALUE;
    for (Block one = block; one != null; one = one.outer) {
      least = Math.min(least, Math.max(0, one.end - now[one.timer]));
    }
    return STEP.multipliedBy(least);
  }

  private void hear() {
    Block block = innermost;
    if (unheard && flag == Flag.CLEAR && block != null) {
      unheard = false;
      block.owed = false;
    }
  }

  private void take() {
    history.append(" take");
    Thread.interrupted();
    unheard |= flag == Flag.OF_SCOPES;
    flag = Flag.CLEAR;
  }

  private void interrupt() {
    history.append(" interrupt");
    Thread.currentThread().interrupt();
    if (flag == Flag.CLEAR) {
      flag = unheard ? Flag.OF_SCOPES : Flag.OF_OTHERS;
    }
  }

  private void advance(int timer) {
    history.append(" advance").append(timer);
    clocks.get(timer).advance(STEP);
    now[timer]++;
    for (Block block = innermost; block != null; block = block.outer) {
      if (block.time == Time.OPEN && block.timer == timer && block.end == now[timer]) {
        isOver(block, Time.UP);
      }
    }
    Block block = innermost;
    if (block != null && block.owed && !unheard && isChecked(block, timer)) {
      send();
    }
  }

  /** {@return whether a step of a timer has checked for a block} Another one's may, too. */
  private static boolean isChecked(Block block, int timer) {
    return block.timer == timer || Thread.currentThread().isInterrupted();
  }

  private void stop() {
    history.append(" stop");
    timers.get(0).stop();
    stopped = true;
    for (Block block = innermost; block != null; block = block.outer) {
      if (block.time == Time.OPEN) {
        isOver(block, Time.STOPPED);
      }
    }
  }

  /** That scope and those inside it are owed an interrupt. If it is up, so are those. */
  private void isOver(Block over, Time by) {
    over.time = by;
    for (Block block = innermost; block != over.outer && block != null; block = block.outer) {
      block.owed = true;
      if (by == Time.UP && block.time == Time.OPEN) {
        block.time = by;
      }
    }
    send();
  }

  /** Interrupts, unless an interrupt is pending. */
  private void send() {
    if (flag == Flag.CLEAR) {
      flag = Flag.OF_SCOPES;
      unheard = false;
    }
  }
}
