package io.loomwheel.recipes;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Sends heartbeats on a connection and detects when its peer is gone.
 *
 * <p>The caller reports each {@link #read} and {@link #write}. A heartbeat is sent when the
 * interval has passed without a read, or without a write, and since the last heartbeat: within one
 * tick after that, or the timer's slack if it has any, never earlier. Any read answers all
 * heartbeats. When {@code unanswered} heartbeats have no answer, and the last one has had an
 * interval for it, the connection is lost: {@link Channel#lost} is called once, and nothing more is
 * sent until {@link #resume}. So the loss is detected more than {@code unanswered} intervals after
 * the last read, and at most one interval more, plus a tick, or the slack, for each heartbeat.
 *
 * <p>Heartbeats never overlap. A heartbeat that blocks or throws counts as sent. While it blocks,
 * further ones are skipped, and the loss is still detected. Only a {@link #resume} has new ones
 * sent beside it, because the connection may be a new one.
 *
 * <p>Thread-safe. A read or a write costs a clock read and a compare-and-set; a heartbeat costs one
 * expiry of a timeout. Each connection has one timeout in the wheel, rescheduled in place as in
 * {@link IdleTimeout}. It replaces Dubbo's heartbeat, reconnect and close tasks, which check once
 * an interval and so may be late by another one.
 */
public final class HeartbeatTask extends IdleWatch {
  /** One end of a connection. Called on threads of the timer's executor, with no lock held. */
  public interface Channel {
    /**
     * Sends a message that the peer answers. Counts as a write.
     *
     * @throws Exception goes to the timer's failure handler; the heartbeat counts as unanswered
     */
    void heartbeat() throws Exception;

    /**
     * Called once when the peer has left too many heartbeats unanswered. It should close the
     * channel; it may reconnect and {@link HeartbeatTask#resume}. A heartbeat may still block in
     * the channel.
     *
     * @param unanswered the number of heartbeats without an answer
     * @throws Exception goes to the timer's failure handler
     */
    void lost(int unanswered) throws Exception;

    /**
     * Called once if the timer was stopped, fails or is at its limit, on the thread that detects
     * it. No more heartbeats are sent. Logs a rate-limited warning by default, at most one a
     * second.
     *
     * @param why the timer's exception, or one with what the timer threw as its cause
     */
    default void unwatched(RejectedExecutionException why) {
      logUnwatched(this, why);
    }
  }

  private static final AtomicLongFieldUpdater<HeartbeatTask> WROTE =
      AtomicLongFieldUpdater.newUpdater(HeartbeatTask.class, "wrote");
  private static final AtomicReferenceFieldUpdater<HeartbeatTask, @Nullable Thread> SENDING =
      AtomicReferenceFieldUpdater.newUpdater(HeartbeatTask.class, Thread.class, "sending");

  private final Channel channel;
  private final int most;

  /** When something was last written. Raised by any thread, by compare-and-set. */
  private volatile long wrote;

  /** When a heartbeat was last sent. Written under the monitor, read by reads and writes. */
  private volatile long lastHeartbeat;

  /** Heartbeats since the last read. Under the monitor. */
  private int unanswered;

  /**
   * The last read that has set the count to zero. Any other is a new one, whenever it came: by its
   * time alone, one that comes while a heartbeat is sent would be older than that.
   */
  private long countedRead;

  /** The thread that sends a heartbeat, or null. */
  @SuppressWarnings("UnusedVariable") // through SENDING
  private volatile @Nullable Thread sending;

  private HeartbeatTask(WheelTimer timer, Duration interval, int most, Channel channel) {
    super(timer, Limits.positiveNanos("interval", interval));
    this.channel = Objects.requireNonNull(channel, "channel");
    this.most = Limits.positive("unanswered", most);
  }

  /**
   * Starts a heartbeat task, as if there had been a read and a write now.
   *
   * @param timer a heartbeat may be late by its tick and its slack
   * @param interval the time without a read or a write until a heartbeat is sent; one that
   *     overflows never ends
   * @param unanswered the number of unanswered heartbeats that makes the connection lost
   * @param channel gets the heartbeats
   * @return a new task
   * @throws IllegalArgumentException if {@code interval} or {@code unanswered} isn't positive
   * @throws RejectedExecutionException if the timer is stopped or at its limit
   */
  public static HeartbeatTask start(
      WheelTimer timer, Duration interval, int unanswered, Channel channel) {
    HeartbeatTask task = new HeartbeatTask(timer, interval, unanswered, channel);
    task.begin();
    return task;
  }

  /** Reports a read: the peer is alive. */
  public void read() {
    touched();
  }

  /** Reports a write. */
  public void write() {
    long now = clock.nanoTime();
    WROTE.accumulateAndGet(this, now, Math::max);
    putOff(now);
  }

  @Override
  synchronized void begin() {
    sending = null; // what still blocks does so in the connection before
    WROTE.accumulateAndGet(this, clock.nanoTime(), Math::max);
    super.begin();
  }

  @Override
  long since(long read) {
    return Math.max(lastHeartbeat, Math.min(read, wrote));
  }

  @Override
  long endState(long read, long now) {
    if (read != countedRead || read >= lastHeartbeat) { // the latter if the clock stands still
      unanswered = 0;
    }
    countedRead = read;
    if (unanswered == most) {
      return PAUSED; // a read that comes too late must not start it again
    }
    unanswered++;
    arm(now, now);
    lastHeartbeat = clock.nanoTime(); // sent now: this thread may have been stopped before
    return 0;
  }

  @Override
  void over(boolean lost) throws Exception {
    if (lost) {
      channel.lost(most);
      return;
    }
    Thread me = Thread.currentThread();
    if (SENDING.compareAndSet(this, null, me)) {
      try {
        channel.heartbeat();
      } finally {
        SENDING.compareAndSet(this, me, null);
      }
    }
  }

  @Override
  void unwatched(RejectedExecutionException why) {
    channel.unwatched(why);
  }
}
