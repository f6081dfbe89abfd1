package io.loomwheel;

import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.drive.EngineSettings;
import io.loomwheel.internal.wheel.WheelNode;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A timer on a timing wheel, hierarchical unless the builder is told otherwise.
 *
 * <p>Thread-safe. Arming costs about a clock read, an allocation of 48 bytes and a compare-and-set;
 * cancelling a compare-and-set or two; neither ever waits. Deadlines are rounded up to a tick, so
 * nothing fires early, to the nanosecond of the clock. One daemon thread, started by the first arm,
 * turns the wheel and sleeps while nothing is due; tasks run on virtual threads unless the builder
 * is told otherwise. Time that the machine spends suspended may not count, as with {@link
 * System#nanoTime()}.
 *
 * <p>Timeouts are handed to the executor in the order of their exact deadlines over the whole
 * timer, whichever threads armed them; ties in the order of arming while their thread arms in one
 * shard, which it leaves when it finds it taken. One that has no delay goes to the executor at
 * once.
 */
@SuppressWarnings("exports") // nobody outside has to see what it extends
public final class WheelTimer extends TimerAccess implements Timer, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WheelTimer.class);
  static final Duration STOP_WAIT = Duration.ofSeconds(5);

  private final String name;
  private final Engine engine;
  private final NanoClock time;
  private final Dispatcher dispatcher;
  private final @Nullable BiConsumer<? super Timeout, ? super Throwable> onFailure;
  private final Attachment attachment;
  private final boolean stoppable;
  private final LongAdder failures = new LongAdder();
  private final TimerWatch watch;

  WheelTimer(TimerSettings settings, boolean stoppable) {
    this.name = settings.name();
    this.dispatcher = settings.dispatcher();
    this.onFailure = settings.onFailure();
    this.stoppable = stoppable;
    NanoClock clock = settings.clock();
    this.watch = new TimerWatch(this, settings);
    this.engine =
        new Engine(
            new EngineSettings(
                settings.shards(),
                settings.tickShift(),
                clock::nanoTime,
                settings::wheel,
                settings.maxPending(),
                clock instanceof SteppedClock ? null : watch,
                settings.longestSleepNanos()),
            new NodeOutlet(settings.name(), settings.dispatcher()));
    watch.watches(engine);
    this.time = engine::now;
    this.attachment = Attachment.of(clock, engine);
  }

  /** {@return a new timer: hierarchical, about 1 ms, tasks on virtual threads} */
  public static WheelTimer create() {
    return builder().build();
  }

  /**
   * {@return the timer that the whole JVM may share, which is what most want} Started when first
   * used. {@link #stop} and {@link #close} throw, because a library that calls them would end the
   * timeouts of all others; {@link #shutdownShared} is for the application.
   */
  public static WheelTimer shared() {
    return SharedTimer.get();
  }

  /**
   * Ends the {@link #shared} timer, as {@link #stop()} ends others; waits up to five seconds. For
   * the end of an application whose class loader goes while the JVM stays, as in a servlet
   * container: call it where the container says that the application ends. A library must not.
   *
   * <p>The next call of {@link #shared} makes a new timer. The old one stays stopped: whoever kept
   * it is rejected. Does nothing if there is none. Thread-safe.
   *
   * @return what never ran, as {@link #stop()} has it
   */
  public static Set<Timeout> shutdownShared() {
    return SharedTimer.shutdown();
  }

  /** {@return a builder with the defaults of {@link #create}} */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
    Objects.requireNonNull(task, "task");
    return arm(task, Objects.requireNonNull(unit, "unit").toNanos(delay));
  }

  /**
   * Runs a task after the delay, never earlier.
   *
   * @param task run at most once
   * @param delay from now; zero or less means at once, and one that overflows never ends
   * @return a handle to cancel or to put off the timeout
   * @throws RejectedExecutionException if this timer was stopped, or its limit is reached
   */
  public Timeout schedule(Runnable task, Duration delay) {
    Objects.requireNonNull(task, "task");
    return arm(new RunnableTask(task), Durations.toNanos("delay", delay));
  }

  private Timeout arm(TimerTask task, long delayNanos) {
    TimerTimeout timeout = new TimerTimeout(this, task);
    if (!engine.arm(timeout, delayNanos)) {
      throw new RejectedExecutionException("timer '" + name + "' is stopped");
    }
    return timeout;
  }

  /**
   * Starts the driver thread now rather than with the first arm.
   *
   * @throws IllegalStateException if this timer was stopped
   */
  public void start() {
    if (engine.isStopped()) {
      throw new IllegalStateException("timer '" + name + "' is stopped and can't start again");
    }
    engine.start();
  }

  /** {@return whether this timer was stopped, and takes no more} A volatile read. */
  public boolean isStopped() {
    return engine.isStopped();
  }

  /**
   * {@return how many timeouts wait for their deadline} Exact while nobody arms, cancels or fires.
   * Costs a look at every shard.
   */
  public long pendingTimeouts() {
    return engine.pending();
  }

  /**
   * {@return nanoseconds until this timer has next to do something; may be early, because a
   * cancelled timeout may still count, never late; empty when nothing is armed}
   */
  public OptionalLong nanosToNextExpiry() {
    return engine.nanosToNextExpiry();
  }

  /**
   * {@return the time that deadlines here are measured in: nanoseconds since this timer was made}
   * Reads the clock that the builder was given; never says less than what has fired was due at.
   */
  public NanoClock clock() {
    return time;
  }

  /** {@return what this timer has done so far} Costs a look at every shard. */
  public WheelStats stats() {
    return WheelStats.of(
        engine.stats(), dispatcher.rejections(), engine.refusals(), failures.sum());
  }

  /** {@return the resolution in force: a power of two of nanoseconds} */
  public Duration tickDuration() {
    return Duration.ofNanos(engine.tickNanos());
  }

  /**
   * Ends this timer; waits up to five seconds for the driver to hand on what has fired.
   *
   * @throws UnsupportedOperationException if this is the {@link #shared} timer
   * @throws IllegalStateException if a task that runs on the driver thread calls this
   */
  @Override
  public Set<Timeout> stop() {
    return stop(STOP_WAIT);
  }

  /**
   * Ends this timer.
   *
   * @param wait how long to wait, at most, for the driver to hand on what has fired; tasks that run
   *     by then are not waited for. Zero or less means not at all, and one that overflows as long
   *     as it takes
   * @return what never ran, as {@link #stop()} has it
   * @throws UnsupportedOperationException if this is the {@link #shared} timer
   * @throws IllegalStateException if a task that runs on the driver thread calls this
   */
  public Set<Timeout> stop(Duration wait) {
    long waitNanos = Durations.toNanos("wait", wait);
    if (!stoppable) {
      throw new UnsupportedOperationException("the shared timer can't be stopped");
    }
    return end(waitNanos);
  }

  /** Ends this timer, the shared one too. */
  Set<Timeout> end(long waitNanos) {
    if (engine.isDriver()) {
      throw new IllegalStateException(
          "timer '" + name + "' can't be stopped from its own driver thread; use another executor");
    }
    Set<Timeout> left = new LinkedHashSet<>();
    for (WheelNode node : engine.stop(waitNanos)) {
      if (node instanceof Timeout timeout) {
        left.add(timeout);
      }
    }
    attachment.end();
    watch.end();
    return Collections.unmodifiableSet(left);
  }

  /** Stops this timer, as {@link #stop()} does. */
  @Override
  public void close() {
    stop();
  }

  @Override
  protected Engine engine() {
    return engine;
  }

  @Override
  protected Dispatcher dispatcher() {
    return dispatcher;
  }

  void failed(Timeout timeout, Throwable cause) {
    failures.increment();
    try {
      if (onFailure != null) {
        onFailure.accept(timeout, cause);
        return;
      }
    } catch (Throwable handlerFailed) {
      if (handlerFailed != cause) { // one that rethrows it has failed no further
        cause.addSuppressed(handlerFailed);
      }
    }
    LOG.error("A task of timer '{}' failed: {}", name, timeout, cause);
  }

  @Override
  public String toString() {
    return "WheelTimer[" + name + (engine.isStopped() ? ", stopped]" : "]");
  }

  /**
   * Collects what a timer is to be. Not thread-safe; may build more than one. Each method rejects a
   * bad value at once and returns this builder.
   */
  public static final class Builder {
    private final TimerOptions options = new TimerOptions();

    Builder() {}

    /**
     * Names the timer, its thread, what is logged of it, and its events in a flight recording.
     *
     * @param name not blank
     * @return this
     */
    public Builder name(String name) {
      options.name(name);
      return this;
    }

    /**
     * Asks for a resolution: a timeout fires up to this much after its deadline. The timer takes
     * the nearest power of two of nanoseconds not above it. A finer one costs more wake-ups under
     * load. By default 2<sup>20</sup> ns, 1.05 ms; on a {@link SteppedClock} 1 ns.
     *
     * @param tick from 2<sup>16</sup> ns, 65.5 µs, (on a {@link SteppedClock} from 1 ns) to one day
     * @return this
     */
    public Builder tickDuration(Duration tick) {
      options.tickDuration(tick);
      return this;
    }

    /**
     * Chooses a hierarchical wheel, the default: any deadline costs the same.
     *
     * @return this
     */
    public Builder hierarchical() {
      options.hierarchical();
      return this;
    }

    /**
     * Chooses a hashed wheel, one ring: nodes never move down levels, but an opened slot is walked
     * past those that are due in a later round.
     *
     * @param ticksPerWheel the size of the ring in each shard, from 1 to 1,048,576; the next power
     *     of two is taken
     * @return this
     */
    public Builder hashed(int ticksPerWheel) {
      options.hashed(ticksPerWheel);
      return this;
    }

    /**
     * Sets how many shards threads spread over when they arm. By default four for each core, at
     * least 64; on a {@link SteppedClock} one, so that all fires in the order of deadlines.
     *
     * @param shards from 1 to 4096; the next power of two is taken
     * @return this
     */
    public Builder shards(int shards) {
      options.shards(shards);
      return this;
    }

    /**
     * Sets how many timeouts may wait at once; one more is rejected. A fired or cancelled one frees
     * its place before its task runs. By default there is no limit, and no cost of counting. A
     * limit holds for all that use the timer, schedulers of Reactor or RxJava too, where the {@code
     * timeout} operators turn a rejection into an instant timeout.
     *
     * @param most positive
     * @return this
     */
    public Builder maxPendingTimeouts(long most) {
      options.maxPendingTimeouts(most);
      return this;
    }

    /**
     * Sets whether a timer that was forgotten, that is became unreachable without {@link #stop}, is
     * logged with where it was made. Its thread is ended in any case. By default on, at the cost of
     * a stack trace for each timer.
     *
     * @param on whether to remember where the timer is made
     * @return this
     */
    public Builder leakDetection(boolean on) {
      options.leakDetection(on);
      return this;
    }

    /**
     * Sets what runs the tasks. By default a {@link io.loomwheel.dispatch.Relay}, whose tasks may
     * share a virtual thread, one after the other, and see the context class loader of the thread
     * that builds the timer; {@link io.loomwheel.dispatch.Relay#perTask()} gives each a thread of
     * its own, {@link io.loomwheel.dispatch.Relay#Relay(ClassLoader)} another class loader. On a
     * {@link SteppedClock} by default the thread that moves the clock. With {@code Runnable::run}
     * they run on the driver thread, and hold up all other timeouts while they do.
     *
     * @param executor called by the driver, and by whoever arms without a delay
     * @return this
     */
    public Builder taskExecutor(Executor executor) {
      options.taskExecutor(executor);
      return this;
    }

    /**
     * Sets what makes the driver thread, once. By default a daemon named after the timer, {@code
     * name-driver}, with a number from the second on where timers of one name are live. It inherits
     * nothing of the thread that starts it; its context class loader is that of the thread that
     * builds the timer.
     *
     * @param threads returns a thread that was not started
     * @return this
     */
    public Builder threadFactory(ThreadFactory threads) {
      options.threadFactory(threads);
      return this;
    }

    /**
     * Sets where the time is read. A timer on a {@link SteppedClock} has no thread.
     *
     * @param clock by default {@link NanoClock#system}
     * @return this
     */
    public Builder clock(NanoClock clock) {
      options.clock(clock);
      return this;
    }

    /**
     * Sets what becomes of a fired task that the executor refuses. By default it runs on a virtual
     * thread of its own, as it does if the handler throws.
     *
     * @param handler called with the task, to be run once, on the thread that had it refused
     * @return this
     */
    public Builder onRejected(
        BiConsumer<? super Runnable, ? super RejectedExecutionException> handler) {
      options.onRejected(handler);
      return this;
    }

    /**
     * Sets what is told of a task that throws. By default the log, as an error.
     *
     * @param handler called on the thread of the task; what it throws is logged
     * @return this
     */
    public Builder onFailure(BiConsumer<? super Timeout, ? super Throwable> handler) {
      options.onFailure(handler);
      return this;
    }

    /**
     * Makes the timer. Its thread starts with the first arm.
     *
     * @return a new timer
     * @throws IllegalArgumentException if the tick is finer than the clock allows
     */
    public WheelTimer build() {
      return build(true);
    }

    WheelTimer build(boolean stoppable) {
      ClassLoader loader = // the shared timer must not keep that of an application
          stoppable
              ? Thread.currentThread().getContextClassLoader()
              : WheelTimer.class.getClassLoader();
      return new WheelTimer(options.settings(loader), stoppable);
    }
  }
}
