package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What a thread does with its timeouts, for JMH: in a JVM of its own there is one kind of timer
 * only, so no copies are needed. Used by one thread.
 */
@State(Scope.Thread)
public class ArmCosts {
  /** The name of a kind of {@link TimerContestants}; always set from outside. */
  @Param("floor")
  @SuppressWarnings("NullAway.Init") // JMH sets it
  public String timer;

  /** How many timeouts are armed; always set from outside. */
  @Param("10000")
  public int held;

  @SuppressWarnings("NullAway.Init") // JMH calls arm
  private BenchmarkTimer measured;

  @SuppressWarnings("NullAway.Init") // JMH calls arm
  private Object[] handles;

  private long random = 1;
  private int at;

  /** Makes a timer for each iteration: some fall behind by millions of timeouts. */
  @Setup(Level.Iteration)
  public void arm() {
    measured =
        Stream.concat(Stream.of(TimerContestants.FLOOR), TimerContestants.timers().stream())
            .filter(kind -> kind.name().equals(timer))
            .findFirst()
            .orElseThrow()
            .make()
            .get();
    Held all = new Held(held, 1);
    all.fill(measured);
    handles = all.handles;
    at = 0;
  }

  /** Ends the timer of an iteration. */
  @TearDown(Level.Iteration)
  public void close() {
    measured.close();
  }

  /** Cancels the oldest timeout and arms another in its place. */
  @Benchmark
  public void pair() {
    random = Delay.random(random);
    int oldest = next();
    measured.cancel(handles[oldest]);
    handles[oldest] = measured.arm(Delay.of(random));
  }

  /** Puts the next timeout off by a minute from now. */
  @Benchmark
  public void reschedule() {
    int next = next();
    Object handle = handles[next];
    Object now = measured.putOff(handle, Delay.of(0));
    if (now != handle) {
      handles[next] = now;
    }
  }

  /** {@return the handles of what is armed} */
  List<Object> handles() {
    return List.of(handles);
  }

  private int next() {
    int next = at;
    at = next + 1 == handles.length ? 0 : next + 1;
    return next;
  }
}
