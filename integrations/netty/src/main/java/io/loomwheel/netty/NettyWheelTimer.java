package io.loomwheel.netty;

import static io.loomwheel.internal.TimerAccess.engineOf;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimeoutNode;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.wheel.StoppedNodes;
import io.loomwheel.internal.wheel.WheelNode;
import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Netty's {@link Timer} on a {@link WheelTimer}: give it to a client that takes one, such as
 * Lettuce or AsyncHttpClient, in place of a {@link io.netty.util.HashedWheelTimer}.
 *
 * <p>Thread-safe; no method but {@link #stop} waits. A timeout is one object, which costs what one
 * of the {@link WheelTimer} costs. It never fires early, not by a nanosecond.
 *
 * <p>Tasks run on the executor of the wheel, by default on virtual threads: they may block, two of
 * them may run at once, and none holds up the wheel. Netty runs them on the timer's thread unless
 * it is given an executor; {@code create(WheelTimer.builder().taskExecutor(Runnable::run))} does
 * that. What a task throws is counted and goes to the failure handler of the wheel, by default to
 * the log. {@link TimerTask#cancelled} is called on the thread that cancels, {@link #stop}
 * included.
 */
public final class NettyWheelTimer implements Timer {
  /** Netty 4.1 has no {@code TimerTask.cancelled}. */
  private static final boolean TELLS =
      Arrays.stream(TimerTask.class.getMethods())
          .anyMatch(method -> method.getName().equals("cancelled"));

  final WheelTimer wheel;

  /** What stops of a view have cancelled; an own wheel knows what its stops have. */
  private final StoppedNodes cancelled = new StoppedNodes();

  /** Whether the wheel is this timer's own, and ends with it. */
  private final boolean own;

  /**
   * Written before a stop; read by a thread that arms, before it does and again after it. The
   * search of a view's stop and the arming meet in a shard, whose lock or inbox orders them: if the
   * search comes first, the arming thread sees this and takes its timeout back; otherwise the
   * search finds the timeout. An own wheel refuses by itself what comes after its stop.
   */
  private volatile boolean stopped;

  private NettyWheelTimer(WheelTimer wheel, boolean own) {
    this.wheel = wheel;
    this.own = own;
  }

  /** {@return a timer on a wheel of its own with the default settings, which {@link #stop} ends} */
  public static NettyWheelTimer create() {
    return new NettyWheelTimer(WheelTimer.builder().name("loomwheel-netty").build(), true);
  }

  /**
   * {@return a timer on a wheel of its own, which {@link #stop} ends}
   *
   * @param settings of the wheel, such as a limit or an executor; used here and not kept
   */
  public static NettyWheelTimer create(WheelTimer.Builder settings) {
    return new NettyWheelTimer(Objects.requireNonNull(settings, "settings").build(), true);
  }

  /**
   * {@return a timer with timeouts of its own on a wheel that other code may use too} Several on
   * one wheel know nothing of each other.
   *
   * @param timer the wheel to wait on, with its tick, limit, clock and executor; {@link #stop}
   *     leaves it running
   */
  public static NettyWheelTimer on(WheelTimer timer) {
    return new NettyWheelTimer(Objects.requireNonNull(timer, "timer"), false);
  }

  /**
   * Runs a task after the delay, never earlier. Starts the wheel if need be.
   *
   * @param task run at most once
   * @param delay from now; zero or less means with the next tick, as in Netty: the task never runs
   *     within this call, and the limit of the wheel counts it. A delay that overflows never ends
   * @param unit of the delay
   * @return a handle to cancel the timeout; it keeps the task, also after a cancel
   * @throws IllegalStateException if this timer or its wheel was stopped; the task will not run
   * @throws RejectedExecutionException if the limit of the wheel is reached
   */
  @Override
  public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
    NettyTimeout timeout = new NettyTimeout(Objects.requireNonNull(task, "task"));
    // without a delay on the wheel all the same, since Netty runs no task within this call
    long delayNanos = Math.max(1, Objects.requireNonNull(unit, "unit").toNanos(delay));
    if (stopped
        || !engineOf(wheel).arm(timeout, delayNanos)
        || (stopped && engineOf(wheel).withdraw(timeout))) {
      throw new IllegalStateException("a stopped timer takes no timeout: " + this);
    }
    return timeout;
  }

  /**
   * Starts the thread of the wheel now rather than with the first timeout.
   *
   * @throws IllegalStateException if this timer or its wheel was stopped
   */
  public void start() {
    if (stopped) {
      throw new IllegalStateException("a stopped timer can't start again: " + this);
    }
    wheel.start();
  }

  /**
   * {@return how many timeouts of this timer wait for their deadline; of an own wheel, how many
   * wait there} A view visits every timeout of the wheel.
   */
  public long pendingTimeouts() {
    return own ? wheel.pendingTimeouts() : engineOf(wheel).pending(this::isMine).size();
  }

  /**
   * Ends this timer, and its wheel if that is its own. Every timeout accepted so far has fired, was
   * cancelled, or is returned; every later one is refused. Timeouts that others have on the wheel
   * go on, unless that is this timer's own: a retry that the failure handler has armed is cancelled
   * and notified with it, and not returned. A view visits every timeout of the wheel; an own wheel
   * is waited for, up to five seconds, to hand fired timeouts to the executor. What has fired may
   * still run afterwards: unlike Netty's, this neither interrupts a task that runs nor waits for
   * it.
   *
   * <p>A task may call this, unless it runs on the thread of the wheel ({@code Runnable::run}).
   *
   * @return this timer's timeouts that this call cancelled: they never ran. Empty if this timer was
   *     stopped before. If its wheel was stopped first, that has cancelled the timeouts, and
   *     notified the tasks
   * @throws IllegalStateException if a task on the thread of the wheel calls this
   */
  @Override
  public Set<Timeout> stop() {
    if (engineOf(wheel).isDriver()) {
      throw new IllegalStateException("a task on the wheel's thread can't stop " + this);
    }
    stopped = true;
    Set<Timeout> left = new LinkedHashSet<>();
    Consumer<WheelNode> to =
        node -> {
          if (isMine(node)) {
            left.add((NettyTimeout) node);
          }
        };
    if (own) {
      TimerAccess.stop(wheel, to);
    } else {
      Callbacks.runEach(
          () -> engineOf(wheel).cancelPending(this::isMine, cancelled),
          () -> Callbacks.throwIfAny(cancelled.notifyEach(Callbacks::add)));
      cancelled.takeNotified(to);
    }
    return left;
  }

  private boolean isMine(WheelNode node) {
    return node instanceof NettyTimeout timeout && timeout.timer() == this;
  }

  @Override
  public String toString() {
    return "NettyWheelTimer[" + wheel + (stopped ? ", stopped]" : "]");
  }

  /** The one object of a timeout of Netty's kind: handle, wheel entry and {@code Runnable}. */
  final class NettyTimeout extends TimeoutNode implements Timeout {
    private final TimerTask task;

    NettyTimeout(TimerTask task) {
      this.task = task;
    }

    @Override
    public Timer timer() {
      return NettyWheelTimer.this;
    }

    @Override
    public Object kind() {
      return task;
    }

    @Override
    public TimerTask task() {
      return task;
    }

    @Override
    protected WheelTimer wheelTimer() {
      return wheel;
    }

    @Override
    protected void runTask() throws Exception {
      task.run(this);
    }

    /** By the stop of the wheel too: there is no set in which it could return the timeout. */
    @Override
    public void onCancelled() {
      try {
        if (TELLS) {
          task.cancelled(this);
        }
      } catch (Throwable t) {
        failed(t);
      }
    }

    @Override
    public String toString() {
      return "NettyTimeout(" + state() + ", task: " + task + ")";
    }

    private String state() {
      long deadline = armedDeadlineNanos();
      if (deadline < 0) {
        return isCancelled() ? "cancelled" : "expired";
      }
      long left = deadline - engineOf(wheel).time.now();
      return "deadline: " + (left < 0 ? -left + " ns ago" : left + " ns later");
    }
  }
}
