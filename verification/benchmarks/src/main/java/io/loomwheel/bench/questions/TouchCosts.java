package io.loomwheel.bench.questions;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import io.loomwheel.recipes.HeartbeatTask;
import io.loomwheel.recipes.IdleTimeout;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What a thread does with its connections, for JMH: touches one after the other. */
@State(Scope.Thread)
public class TouchCosts {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final int UNANSWERED = 3;

  /** How many there are of each; always set from outside. */
  @Param("10000")
  public int held;

  private final WheelTimer timer = WheelTimer.create();

  @SuppressWarnings("NullAway.Init") // JMH calls start
  private IdleTimeout[] idles;

  @SuppressWarnings("NullAway.Init") // JMH calls start
  private HeartbeatTask[] tasks;

  @SuppressWarnings("NullAway.Init") // JMH calls start
  private Timeout[] timeouts;

  private int at;

  /** Starts as many of each as are held. */
  @Setup
  public void start() {
    idles = new IdleTimeout[held];
    tasks = new HeartbeatTask[held];
    timeouts = new Timeout[held];
    for (int i = 0; i < held; i++) {
      idles[i] = IdleTimeout.start(timer, LIMIT, idle -> {});
      tasks[i] = HeartbeatTask.start(timer, LIMIT, UNANSWERED, new Nowhere());
      timeouts[i] = timer.schedule(() -> {}, LIMIT);
    }
  }

  /** Ends them, and the timer after them: it would warn of those that nobody watches any more. */
  @TearDown
  public void close() {
    for (int i = 0; i < held; i++) {
      idles[i].close();
      tasks[i].close();
    }
    timer.close();
  }

  /** {@return the clock, and nothing else} */
  @Benchmark
  public long clockRead() {
    return System.nanoTime();
  }

  /** {@return whether the next idle timeout still runs, touched} */
  @Benchmark
  public boolean touch() {
    return idles[next()].touch();
  }

  /** Something came in on the next connection. */
  @Benchmark
  public void read() {
    tasks[next()].read();
  }

  /** Something was sent on the next connection. */
  @Benchmark
  public void write() {
    tasks[next()].write();
  }

  /** {@return whether the next timeout was put off} */
  @Benchmark
  public boolean reschedule() {
    return timeouts[next()].reschedule(1, TimeUnit.MINUTES);
  }

  private int next() {
    int next = at;
    at = next + 1 == held ? 0 : next + 1;
    return next;
  }

  private static final class Nowhere implements HeartbeatTask.Channel {
    @Override
    public void heartbeat() {}

    @Override
    public void lost(int unanswered) {}
  }
}
