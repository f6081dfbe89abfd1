package io.loomwheel.recipes;

import io.loomwheel.WheelTimer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;

/**
 * Keeps a connection alive, and notices when its other end is gone.
 *
 * <p>Tell it of each {@link #read} and {@link #write}. A heartbeat is sent within a tick after the
 * interval has passed without a read, or without a write, and since the last heartbeat; never
 * earlier. Any read answers all heartbeats. When so many are unanswered, and the last has had an
 * interval for its answer, the connection is lost: the channel is told once, and nothing more is
 * sent until {@link #resume}. So a peer that falls silent is noticed more than {@code unanswered}
 * intervals after its last word, and at most one more, plus a tick for each heartbeat.
 *
 * <p>Heartbeats never overlap. One that blocks, or throws, counts as sent: the next is left out
 * while it blocks, and the loss is noticed all the same.
 *
 * <p>Thread-safe. A read or a write costs a clock read and a compare-and-set, a heartbeat one timer
 * that fires. This is what Dubbo's heartbeat, reconnect and close tasks do, which look around once
 * an interval and so may be late by another one, in one timeout of the wheel for each connection,
 * moved in place, as {@link IdleTimeout} has it.
 */
public final class HeartbeatTask implements AutoCloseable {
  /** One end of a connection. Called on threads of the timer's executor, with no lock held. */
  public interface Channel {
    /**
     * Sends something that the other end answers. It counts as a write.
     *
     * @throws Exception goes to the timer's failure handler; the heartbeat counts as unanswered
     */
    void heartbeat() throws Exception;

    /**
     * Called once when the other end has answered no heartbeat for too long: close the channel, and
     * perhaps connect it anew and {@link HeartbeatTask#resume}. A heartbeat may still be blocked in
     * it.
     *
     * @param unanswered how many heartbeats had no answer
     * @throws Exception goes to the timer's failure handler
     */
    void lost(int unanswered) throws Exception;

    /**
     * Called once if the timer was stopped or takes no more, on the thread that finds out: no more
     * heartbeats. Unless overridden it logs a warning, one a second at most.
     *
     * @param why what the timer said
     */
    default void unwatched(RejectedExecutionException why) {
      RateLimitedLog.unwatched(this, why);
    }
  }

  private final Beats beats;

  private HeartbeatTask(Beats beats) {
    this.beats = beats;
  }

  /**
   * Begins, as if something had been read and written now.
   *
   * @param timer whose tick is how late a heartbeat may be
   * @param interval without reads or writes after which a heartbeat is sent; one that overflows
   *     never ends
   * @param unanswered how many heartbeats have no answer when the connection is lost
   * @param channel gets the heartbeats
   * @return a new task
   * @throws IllegalArgumentException if interval or number aren't positive
   * @throws RejectedExecutionException if the timer is stopped or at its limit
   */
  public static HeartbeatTask start(
      WheelTimer timer, Duration interval, int unanswered, Channel channel) {
    Beats beats = new Beats(timer, interval, Limits.positive("unanswered", unanswered), channel);
    beats.begin();
    return new HeartbeatTask(beats);
  }

  /** Says that something was read: the other end lives. */
  public void read() {
    beats.touch();
  }

  /** Says that something was written. */
  public void write() {
    beats.write();
  }

  /** Sends nothing and notices nothing until {@link #resume}. */
  public void pause() {
    beats.pause();
  }

  /**
   * Begins anew after a pause or a loss, as if something had been read and written now. Does
   * nothing otherwise.
   */
  public void resume() {
    beats.resume();
  }

  /** Ends this. A heartbeat that is being sent is not waited for. Idempotent. */
  @Override
  public void close() {
    beats.close();
  }

  /** {@return whether this is closed} */
  public boolean isClosed() {
    return beats.isClosed();
  }

  /** The time without a read or a write, whichever is longer. Touched by reads. */
  static final class Beats extends IdleTimeout {
    private static final VarHandle WROTE;
    private static final VarHandle SENDING;

    static {
      try {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        WROTE = lookup.findVarHandle(Beats.class, "wrote", long.class);
        SENDING = lookup.findVarHandle(Beats.class, "sending", boolean.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private final Channel channel;
    private final int most;

    /** When something was last written. Raised by any thread, by compare-and-set. */
    private volatile long wrote;

    /** When a heartbeat was last sent. Written under the monitor, read by reads and writes. */
    private volatile long beat;

    /** Heartbeats since the last read. Under the monitor. */
    private int unanswered;

    /** Taken by whoever sends a heartbeat, by compare-and-set, so that no other does. */
    @SuppressWarnings("UnusedVariable") // through SENDING
    private volatile boolean sending;

    Beats(WheelTimer timer, Duration interval, int most, Channel channel) {
      super(
          timer,
          Limits.positiveNanos("interval", interval),
          new Unwatched(Objects.requireNonNull(channel, "channel")));
      this.channel = channel;
      this.most = most;
    }

    void write() {
      long now = clock.nanoTime();
      long last;
      while ((last = wrote) < now && !WROTE.weakCompareAndSet(this, last, now)) {
        // another write came in between
      }
      wrote(now);
    }

    @Override
    void begun(long now) {
      wrote = now;
      beat = now;
      unanswered = 0;
    }

    @Override
    long since(long read) {
      return Math.max(beat, Math.min(read, wrote));
    }

    @Override
    boolean isOver(long read, long now) {
      if (read >= beat) { // at the same nanosecond, too: a peer on a clock that stands may answer
        unanswered = 0;
      }
      if (unanswered == most) {
        return true;
      }
      unanswered++;
      beat = now;
      return false;
    }

    @Override
    void over(boolean lost) throws Exception {
      if (lost) {
        pause(); // a read that comes now is too late, and must not begin anew
        channel.lost(most);
      } else if (SENDING.compareAndSet(this, false, true)) {
        try {
          channel.heartbeat();
        } finally {
          SENDING.setRelease(this, false);
        }
      }
    }
  }

  /** Passes on that there is no timer any more. */
  private record Unwatched(Channel channel) implements IdleTimeout.Listener {
    @Override
    public void idle(IdleTimeout idle) {
      throw new AssertionError("heartbeats see to it themselves");
    }

    @Override
    public void unwatched(RejectedExecutionException why) {
      channel.unwatched(why);
    }
  }
}
