package io.loomwheel;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.dispatch.RejectedTask;
import io.loomwheel.internal.dispatch.TaskRelay;
import io.loomwheel.internal.drive.ArmingSamples;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.HashedWheel;
import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A timer on a timing wheel. The wheel is hierarchical unless the builder says otherwise.
 *
 * <p>Thread-safe. Arming a timeout costs about a clock read, an allocation of 48 bytes and a
 * compare-and-set. Cancelling costs one, and a plain store; with a limit, two. Neither ever waits.
 * Deadlines are rounded up to a tick, so nothing fires early, not by a nanosecond of the clock. One
 * daemon thread turns the wheel and sleeps while nothing is due; arming the first timeout starts
 * it. Tasks run on virtual threads unless the builder says otherwise. Time that the machine spends
 * suspended may not count, as with {@link System#nanoTime()}.
 *
 * <p>The executor gets timeouts in the order of their exact deadlines, over the whole timer,
 * whichever threads armed them. Timeouts of one thread with equal deadlines keep the order of
 * arming while the thread arms in one shard; it moves to another shard when it finds its own
 * locked. A timeout without a delay goes to the executor at once, but within a tick if the executor
 * runs tasks inside the call, and 32 such calls nest on the thread.
 */
@SuppressWarnings("exports") // callers need not see the superclass, nor the annotations
public final class WheelTimer extends TimerAccess.Internals implements Timer, AutoCloseable {
  /** One object, so that a timer can tell it from clocks that may leap. */
  static final NanoClock SYSTEM_CLOCK = System::nanoTime;

  /** Made on first use, and again once it is stopped. One that loses the race is garbage. */
  private static final AtomicReference<@Nullable WheelTimer> SHARED = new AtomicReference<>();

  final String name;
  private final Engine engine;
  private final Dispatcher dispatcher;
  private final Runnable detach;
  private final boolean stoppable;
  private final FailureReport failures;
  private final TimerWatch watch;

  WheelTimer(Builder settings, boolean stoppable) {
    this.name = settings.name;
    ClassLoader own = WheelTimer.class.getClassLoader(); // the shared timer must hold no other
    ClassLoader loader = stoppable ? Thread.currentThread().getContextClassLoader() : own;
    CensusRecording census = new CensusRecording(this);
    this.dispatcher = settings.dispatcher(loader, census::begin);
    this.failures = new FailureReport(settings.onFailure);
    this.stoppable = stoppable;
    this.watch = new TimerWatch(name, settings.threads, loader, settings.leakDetection, census);
    this.engine = new Engine(settings.engineSettings(watch), dispatcher);
    engine.samples = settings.sampleStacks ? new ArmingSamples() : null;
    this.detach = Attachment.of(settings.clock, engine);
  }

  /** {@return a new timer: hierarchical, about 1 ms, tasks on virtual threads} */
  public static WheelTimer create() {
    return builder().build();
  }

  /**
   * {@return the timer that the whole JVM may share, the right one for most uses} Started when
   * first used. {@link #stop} and {@link #close} throw, because a library that calls them would end
   * the timeouts of all other users. An application ends it by {@link #shutdownShared}.
   */
  public static WheelTimer shared() {
    WheelTimer timer;
    while ((timer = SHARED.get()) == null || timer.isStopped()) {
      Builder settings = builder().name("loomwheel-shared").taskExecutor(Relay.shared());
      settings.leakDetection(false); // it is always reachable; a stack would hold its first user
      SHARED.compareAndSet(timer, new WheelTimer(settings, false));
    }
    return timer;
  }

  /**
   * Ends the {@link #shared} timer, as {@link #stop()} ends others. Waits up to five seconds. For
   * an application whose class loader ends before the JVM does, as in a servlet container: call it
   * when the container stops the application. A library must not call it.
   *
   * <p>The next call of {@link #shared} makes a new timer. The old one stays stopped and rejects
   * new timeouts. Does nothing if there is none. Thread-safe.
   *
   * @return the timeouts that never ran, as {@link #stop()} returns them; but after a call that
   *     throws the next one returns them only if nobody has called {@link #shared} in between
   */
  public static Set<Timeout> shutdownShared() {
    WheelTimer timer = SHARED.get();
    Set<Timeout> left = timer == null ? Set.of() : timer.end(TimerAccess.STOP_WAIT_NANOS);
    SHARED.compareAndSet(timer, null);
    return left;
  }

  /** {@return a builder with the defaults of {@link #create}} */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
    requireNonNull(task, "task");
    return arm(task, requireNonNull(unit, "unit").toNanos(delay));
  }

  /**
   * Runs a task after the delay, never earlier.
   *
   * @param task run at most once
   * @param delay from now; zero or less means at once, or within a tick if such tasks nest too deep
   *     on this thread; a delay that overflows never ends
   * @return a handle to cancel or to reschedule the timeout
   * @throws RejectedExecutionException if this timer was stopped, or its limit is reached
   */
  public Timeout schedule(Runnable task, Duration delay) {
    requireNonNull(task, "task");
    return arm(
        new TimerTimeout.RunnableTask(task), NANOSECONDS.convert(requireNonNull(delay, "delay")));
  }

  private Timeout arm(TimerTask task, long delayNanos) {
    TimerTimeout timeout = new TimerTimeout(this, task);
    if (!engine.arm(timeout, delayNanos)) {
      throw new RejectedExecutionException("timer '" + name + "' is stopped");
    }
    return timeout;
  }

  /**
   * Starts the driver thread now rather than when the first timeout is armed.
   *
   * @throws IllegalStateException if this timer was stopped
   */
  public void start() {
    if (engine.isStopped()) {
      throw new IllegalStateException("timer '" + name + "' is stopped and can't start again");
    }
    engine.start();
  }

  /** {@return whether this timer was stopped and rejects new timeouts} Costs a volatile read. */
  public boolean isStopped() {
    return engine.isStopped();
  }

  /**
   * {@return how many timeouts wait for their deadline} Exact while no thread arms, cancels or
   * fires. Counts them, because cancelling keeps no count: one to three nanoseconds for each
   * timeout that waits, with the lock of one shard after the other.
   */
  public long pendingTimeouts() {
    return engine.pending();
  }

  /**
   * {@return nanoseconds until this timer next has work; may be too few, because a cancelled
   * timeout may still count, never too many; empty when nothing is armed, and 292 years after this
   * timer was made, from when on no timeout falls due any more}
   */
  public OptionalLong nanosToNextExpiry() {
    return engine.nanosToNextExpiry();
  }

  /**
   * {@return the clock that deadlines refer to: nanoseconds since this timer was made} Reads the
   * clock that the builder was given. Never returns less than the deadline of a fired timeout.
   */
  public NanoClock clock() {
    return engine.time::now;
  }

  /**
   * {@return what this timer has done so far} Takes the lock of one shard after the other, to count
   * some 32,000 timeouts at most.
   */
  public WheelStats stats() {
    return WheelStats.of(engine, dispatcher, failures.count.sum());
  }

  /**
   * Counts what waits in this timer, by kind of task and by time left, for one who looks for what
   * holds so many timeouts. Reads every one that waits, beside the threads that go on: it takes the
   * lock of one shard at a time, for some microseconds, and allocates some kilobytes.
   *
   * @return what waits now
   */
  public WheelCensus census() {
    CensusCount count = new CensusCount(engine.time.nowOrSeen());
    engine.walk(count::add);
    dispatcher.forEachWaiting(
        task -> {
          if (task instanceof WheelNode node && node.isFired() && node.engine() == engine) {
            count.handedOn.add(node);
          }
        });
    if (engine.samples != null) {
      engine.samples.waiting().forEach(count::addSample);
    }
    return count.census();
  }

  /** {@return the resolution in use: a power of two of nanoseconds} */
  public Duration tickDuration() {
    return Duration.ofNanos(engine.time.tickNanos());
  }

  /**
   * Ends this timer. Waits up to five seconds for the driver to hand fired timeouts to the
   * executor.
   *
   * <p>If something on the way throws, such as a future that can't be cancelled, or if memory runs
   * out, the rest is done all the same. Then this throws the first exception, and the next call
   * returns the timeouts that never ran.
   *
   * @throws UnsupportedOperationException if this is the {@link #shared} timer
   * @throws IllegalStateException if a task that runs on the driver thread calls this
   */
  @Override
  public Set<Timeout> stop() {
    return stop(Duration.ofNanos(TimerAccess.STOP_WAIT_NANOS));
  }

  /**
   * Ends this timer.
   *
   * @param wait how long to wait, at most, for the driver to hand fired timeouts to the executor;
   *     running tasks are not waited for. Zero or less means no wait, a duration that overflows
   *     means no limit
   * @return the timeouts that never ran, as {@link #stop()} returns them
   * @throws UnsupportedOperationException if this is the {@link #shared} timer
   * @throws IllegalStateException if a task that runs on the driver thread calls this
   */
  public Set<Timeout> stop(Duration wait) {
    long waitNanos = NANOSECONDS.convert(requireNonNull(wait, "wait"));
    if (!stoppable) {
      throw new UnsupportedOperationException("the shared timer can't be stopped");
    }
    return end(waitNanos);
  }

  /** Ends this timer, the shared one too. */
  Set<Timeout> end(long waitNanos) {
    Set<Timeout> left = new LinkedHashSet<>();
    end(
        waitNanos,
        node -> {
          if (node instanceof Timeout timeout) {
            left.add(timeout);
          }
        });
    return Collections.unmodifiableSet(left);
  }

  @Override
  protected void end(long waitNanos, Consumer<? super WheelNode> left) {
    if (engine.isDriver()) {
      throw new IllegalStateException(
          "timer '" + name + "' can't be stopped from its own driver thread; use another executor");
    }
    Callbacks.runEach(() -> engine.stop(waitNanos), detach, watch::end);
    engine.stopped.takeNotified(left);
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

  @Override
  protected void failed(WheelNode node, Throwable cause) {
    failures.report(this, node, cause);
  }

  @Override
  public String toString() {
    return "WheelTimer[" + name + (engine.isStopped() ? ", stopped]" : "]");
  }

  /**
   * Collects the settings of a timer. Not thread-safe; may build more than one timer. Each method
   * rejects a bad value at once and returns this builder.
   */
  public static final class Builder {
    private static final long DEFAULT_TICK_NANOS = 1L << 20;
    private static final long FINEST_TICK_NANOS = 1L << 16;
    private static final Duration COARSEST_TICK = Duration.ofDays(1);
    private static final int MAX_SHARDS = 4096;
    private static final int MAX_SLACK = 30;
    private static final int MAX_TICKS_PER_WHEEL = 1 << 20;
    private static final int MIN_DEFAULT_SHARDS = 64;

    /** At least once a second the driver reads a clock that may leap. */
    private static final long SLEEP_ON_ANOTHER_CLOCK_NANOS = 1_000_000_000;

    private static final String NAME = "loomwheel";

    private String name = NAME;
    private @Nullable Duration tick;
    private int slack;
    private int ticksPerWheel;
    private int shards;
    private long maxPending;
    private boolean leakDetection = true;
    private boolean sampleStacks;
    private @Nullable Executor executor;
    private @Nullable ThreadFactory threads;
    private NanoClock clock = NanoClock.system();
    private @Nullable BiConsumer<? super Runnable, ? super RejectedExecutionException> onRejected;
    private @Nullable BiConsumer<? super Timeout, ? super Throwable> onFailure;

    Builder() {}

    /**
     * Sets the name of the timer, for its thread, the virtual threads of its tasks, its log
     * messages and its events in a flight recording.
     *
     * @param name not blank
     * @return this
     */
    public Builder name(String name) {
      if (requireNonNull(name, "name").isBlank()) {
        throw new IllegalArgumentException("name must not be blank, was '" + name + "'");
      }
      this.name = name;
      return this;
    }

    /**
     * Sets the resolution: a timeout fires up to this much after its deadline. The timer rounds it
     * down to a power of two of nanoseconds. A finer resolution costs more wake-ups under load. By
     * default 2<sup>20</sup> ns, 1.05 ms; on a {@link SteppedClock} 1 ns.
     *
     * @param tick from 2<sup>16</sup> ns, 65.5 µs, (on a {@link SteppedClock} from 1 ns) to one day
     * @return this
     */
    public Builder tickDuration(Duration tick) {
      requireNonNull(tick, "tick");
      if (tick.compareTo(Duration.ZERO) <= 0 || tick.compareTo(COARSEST_TICK) > 0) {
        throw new IllegalArgumentException(
            "tickDuration must be positive and at most " + COARSEST_TICK + ", was " + tick);
      }
      this.tick = tick;
      return this;
    }

    /**
     * Lets timeouts fire late by a share of their delay, never early, so that those that wait long
     * fire together and the timer wakes less often. With a slack of 7 that is 1/128: up to 8 ms for
     * a second, 0.23 s for half a minute. By default 0: only the tick makes a timeout late.
     *
     * <p>The deadline itself is rounded up as the timeout is armed or rescheduled. So timeouts fire
     * in the order of the rounded deadlines, and lateness is counted from these. Periods of a
     * repeating timeout stay exact; its first delay has slack.
     *
     * @param shift a timeout is late by its delay divided by two to the power of this at most, plus
     *     a tick; from 1 to 30, or 0 for none
     * @return this
     */
    public Builder slack(int shift) {
      requireWithin(0, MAX_SLACK, "slack", shift);
      this.slack = shift;
      return this;
    }

    /**
     * Chooses a hierarchical wheel, the default: any deadline costs the same.
     *
     * @return this
     */
    public Builder hierarchical() {
      ticksPerWheel = 0;
      return this;
    }

    /**
     * Chooses a hashed wheel, a single ring. Nodes never move between levels, but firing from a
     * slot also visits its nodes of later rounds.
     *
     * @param ticksPerWheel the size of the ring in each shard, from 1 to 1,048,576; the next power
     *     of two is taken
     * @return this
     */
    public Builder hashed(int ticksPerWheel) {
      requireWithin(1, MAX_TICKS_PER_WHEEL, "ticksPerWheel", ticksPerWheel);
      this.ticksPerWheel = powerOfTwoFrom(ticksPerWheel);
      return this;
    }

    /**
     * Sets how many shards the arming threads spread over. By default four for each core, at least
     * 64; on a {@link SteppedClock} one, so that timeouts fire in the order of deadlines.
     *
     * @param shards from 1 to 4096; the next power of two is taken
     * @return this
     */
    public Builder shards(int shards) {
      requireWithin(1, MAX_SHARDS, "shards", shards);
      this.shards = powerOfTwoFrom(shards);
      return this;
    }

    /**
     * Sets how many timeouts may wait at once; the timer rejects any more. A fired or cancelled
     * timeout frees its place before its task runs; a task without delay needs none, and takes one
     * only if it nests so deep that the next turn has it. No limit, and no cost of counting, by
     * default. It holds for all users of the timer, schedulers of Reactor or RxJava too, whose
     * {@code timeout} operators turn a rejection into an instant timeout.
     *
     * @param most positive
     * @return this
     */
    public Builder maxPendingTimeouts(long most) {
      if (most < 1) {
        throw new IllegalArgumentException("maxPendingTimeouts must be positive, was " + most);
      }
      this.maxPending = most;
      return this;
    }

    /**
     * Sets whether the timer logs a warning with where it was made if it becomes unreachable
     * without {@link #stop}. Its thread ends then in any case. By default on, at the cost of a
     * stack trace for each timer.
     *
     * <p>A started timer is reachable while a timeout waits. It is so for ever, and neither ended
     * nor logged, if its executor, clock, thread factory or handler of rejections leads to it, as
     * {@code this::reject} does in an object that has the timer in a field.
     *
     * @param on whether to remember where the timer is made
     * @return this
     */
    public Builder leakDetection(boolean on) {
      this.leakDetection = on;
      return this;
    }

    /**
     * Sets whether the timer remembers of one in 1,024 timeouts, chosen at random, by which stack
     * and when it was armed, for {@link WheelTimer#census}. By default off.
     *
     * @param on whether to take samples
     * @return this
     */
    public Builder sampleStacks(boolean on) {
      this.sampleStacks = on;
      return this;
    }

    /**
     * Sets the executor of the tasks. The default is a {@link io.loomwheel.dispatch.Relay}: tasks
     * may share a virtual thread, one after the other, and see the context class loader of the
     * thread that builds the timer. {@link io.loomwheel.dispatch.Relay#perTask()} gives each task a
     * thread of its own, {@link io.loomwheel.dispatch.Relay#Relay(ClassLoader)} another class
     * loader. On a {@link SteppedClock} tasks run by default on the thread that moves the clock.
     * With {@code Runnable::run} they run on the driver thread and delay all other timeouts.
     *
     * @param executor called by the driver, and by a thread that arms without a delay
     * @return this
     */
    public Builder taskExecutor(Executor executor) {
      this.executor = requireNonNull(executor, "executor");
      return this;
    }

    /**
     * Sets the factory of the one driver thread. The default makes a daemon named after the timer,
     * {@code name-driver}, with a number from the second live timer of that name on. The daemon
     * inherits nothing from the thread that starts it; its context class loader is that of the
     * thread that builds the timer.
     *
     * @param threads returns a thread that was not started, and that runs what it is given itself.
     *     Called with no lock of the timer held, though who arms, such as a recipe, may hold its
     *     own: several threads that arm first may each call it, and so may it itself, by arming;
     *     one of the threads that it returns is started. Nothing is armed if it throws, returns
     *     null or has started the thread
     * @return this
     */
    public Builder threadFactory(ThreadFactory threads) {
      this.threads = requireNonNull(threads, "threads");
      return this;
    }

    /**
     * Sets the clock. A timer on a {@link SteppedClock} has no thread.
     *
     * @param clock by default {@link NanoClock#system}
     * @return this
     */
    public Builder clock(NanoClock clock) {
      this.clock = requireNonNull(clock, "clock");
      return this;
    }

    /**
     * Sets the handler of the user's tasks that the executor refuses: it runs them or hands them
     * on. By default, and if the handler throws, a task runs on a virtual thread of its own, as do
     * steps that other work depends on ({@link TimerTask#mustRun}, periods, timeouts of futures,
     * what schedulers run). {@link #dropRejected} drops, and notifies at once; a task that a
     * handler forgets is notified by the garbage collector only, as it might still be handed on.
     *
     * @param handler called with the task, to be run once, on the thread that called the executor
     * @return this
     */
    public Builder onRejected(
        BiConsumer<? super Runnable, ? super RejectedExecutionException> handler) {
      this.onRejected = requireNonNull(handler, "handler");
      return this;
    }

    /**
     * Drops the tasks that {@link #onRejected} would get. {@link TimerTask#cancelled} is called, or
     * the future of an executor's task is cancelled.
     *
     * @param onDropped called for each dropped task, on the thread that called the executor
     * @return this
     */
    public Builder dropRejected(Consumer<? super RejectedExecutionException> onDropped) {
      requireNonNull(onDropped, "onDropped");
      onRejected =
          (task, reason) -> {
            ((RejectedTask) task).drop();
            onDropped.accept(reason);
          };
      return this;
    }

    /**
     * Sets the handler of what tasks throw. By default it is logged as an error.
     *
     * @param handler called on the thread of the task; what it throws is logged
     * @return this
     */
    public Builder onFailure(BiConsumer<? super Timeout, ? super Throwable> handler) {
      this.onFailure = requireNonNull(handler, "handler");
      return this;
    }

    /**
     * Makes the timer. Its thread starts when the first timeout is armed.
     *
     * @return a new timer
     * @throws IllegalArgumentException if the tick is finer than the clock allows
     */
    public WheelTimer build() {
      return new WheelTimer(this, true);
    }

    private Engine.EngineSettings engineSettings(ThreadFactory driver) {
      boolean stepped = clock instanceof SteppedClock;
      boolean mayLeap = clock != NanoClock.system();
      int tickShift = 63 - Long.numberOfLeadingZeros(tickNanos(stepped));
      int ring = ticksPerWheel;
      long cores = Runtime.getRuntime().availableProcessors();
      int most = powerOfTwoFrom(Math.clamp(4 * cores, MIN_DEFAULT_SHARDS, MAX_SHARDS));
      return new Engine.EngineSettings(
          shards != 0 ? shards : stepped ? 1 : most,
          tickShift,
          slack,
          mayLeap ? clock::nanoTime : System::nanoTime,
          owner ->
              ring == 0
                  ? new HierarchicalWheel(tickShift, owner)
                  : new HashedWheel(tickShift, ring, owner),
          maxPending,
          stepped ? null : driver,
          mayLeap ? SLEEP_ON_ANOTHER_CLOCK_NANOS : Long.MAX_VALUE);
    }

    private Dispatcher dispatcher(@Nullable ClassLoader loader, Runnable recorded) {
      Executor runs = executor;
      if (runs == null && clock instanceof SteppedClock) {
        runs = Runnable::run;
      } else if (runs == null) { // timers without a name share the threads of a relay
        boolean shares = name.equals(NAME) && loader == Relay.class.getClassLoader();
        runs = shares ? Relay.shared() : new TaskRelay(name.concat("-relay"), loader);
      }
      return new Dispatcher(name, runs, onRejected, recorded, Dispatcher.freshThreads(name, runs));
    }

    private static void requireWithin(int least, int most, String name, int value) {
      if (value < least || value > most) {
        throw new IllegalArgumentException(
            name + " must be from " + least + " to " + most + ", was " + value);
      }
    }

    /** The smallest power of two that is not below a number from 1 to 2<sup>30</sup>. */
    private static int powerOfTwoFrom(int least) {
      return least == 1 ? 1 : Integer.highestOneBit(least - 1) << 1;
    }

    private long tickNanos(boolean stepped) {
      if (tick == null) {
        return stepped ? 1 : DEFAULT_TICK_NANOS;
      }
      long nanos = tick.toNanos();
      if (!stepped && nanos < FINEST_TICK_NANOS) {
        throw new IllegalArgumentException(
            "tickDuration must be at least "
                + Duration.ofNanos(FINEST_TICK_NANOS)
                + " unless the clock is stepped by hand, was "
                + tick);
      }
      return nanos;
    }
  }
}
