package io.loomwheel.internal.dispatch;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Lets platform threads drain a relay while its reliefs can't begin, because other virtual threads
 * hold all carriers: threads that compute, or, on Java 21 to 23, that block inside {@code
 * synchronized}.
 *
 * <p>While a relief is on its way, or offers wait, a look is taken every {@link
 * Standby#PERIOD_NANOS}. After one that finds the relay at rest the next comes after {@link
 * Standby#REST_NANOS}, and is the last if the relay was not used in between: then no thread wakes
 * any more. A look that finds the same relief still on its way as the two looks before it, and no
 * task taken in between, marks that relief as <em>overdue</em>. From then until it begins, each
 * thread that would count on it calls a <em>rescuer</em> too: a drainer on a platform thread. As
 * with reliefs at most one is on its way, and each that has begun calls the next before it runs a
 * task while more are queued, but there are never more than {@link #MOST}. A rescuer ends when the
 * queue is empty, or when the relief has begun, which then drains what is left.
 *
 * <p><b>The invariant of the relay stands without it:</b> no thread counts on a rescuer, and an
 * overdue relief is still one that is started. <b>None is missed:</b> the thread that starts a
 * relief publishes it and then reads {@link #watched}; the look clears {@link #watched} and then
 * reads the relief and the queue. So either the look goes on, or the other thread starts one.
 *
 * <p>Thread-safe. A relief that is started costs one volatile read and, if none was for a while, a
 * wake-up of the thread that looks.
 */
final class Rescue implements Runnable {
  /** Rescuers of one relay at once; what they run may block, and hold them. */
  static final int MOST = Math.max(4, Runtime.getRuntime().availableProcessors());

  private static final int OFF = 0;

  /** A look is due, and no relief was started since the last one. */
  private static final int UNUSED = 1;

  private static final int USED = 2;

  /** Looks in a row that have to find the same before a rescuer is called. */
  private static final int STALE = 2;

  /** A look that comes later than this proves nothing: the whole machine may have stood still. */
  private static final long LATE_NANOS = 3 * Standby.PERIOD_NANOS;

  private final TaskRelay relay;
  private final Standby standby;
  private final Runnable look = this::look;

  /**
   * Whether a look is due: {@link #OFF}, {@link #UNUSED} or {@link #USED}. Set to used by the
   * thread that starts a relief, and lowered by looks that find the relay at rest, one step each.
   * So a relay that is used between any two looks goes on being looked at, and no start wakes the
   * thread that looks.
   */
  private final AtomicInteger watched = new AtomicInteger();

  /** Whether a rescuer is on its way. Set by the thread that calls it, cleared by its first act. */
  private final AtomicBoolean called = new AtomicBoolean();

  /** Rescuers that were called and have not ended. */
  private final AtomicInteger active = new AtomicInteger();

  private final AtomicLong rescued = new AtomicLong();

  // What the last look found. Used by looks only, one after the other.
  private @Nullable Relief seenRelief;
  private @Nullable Offer seenOffer;
  private int seenProgress;
  private long seenAt;
  private int stale;

  Rescue(TaskRelay relay, Standby standby) {
    this.relay = relay;
    this.standby = standby;
  }

  /** Called after a relief was started and made known. Throws nothing. */
  void watch() {
    if (watched.get() != USED && watched.getAndSet(USED) == OFF) {
      lookLater(Standby.PERIOD_NANOS);
    }
  }

  private void lookLater(long nanos) {
    try {
      standby.later(look, nanos);
    } catch (Throwable noThread) {
      watched.set(OFF); // the next relief tries again
    }
  }

  private void look() {
    try {
      judge(relay.relief(), relay.queue().peek());
    } catch (Throwable noMemory) {
      stale = 0;
    }
    boolean rests = relay.isAtRest();
    if (rests) {
      seenRelief = null;
      seenOffer = null;
      if (!watched.compareAndSet(USED, UNUSED)
          && watched.compareAndSet(UNUSED, OFF)
          && (relay.isAtRest() || !watched.compareAndSet(OFF, USED))) {
        return;
      }
    }
    lookLater(rests ? Standby.REST_NANOS : Standby.PERIOD_NANOS);
  }

  private void judge(@Nullable Relief relief, @Nullable Offer first) {
    int progress = first == null ? 0 : first.progress();
    long now = standby.nanoTime();
    boolean rests = relief == null && first == null;
    boolean same =
        !rests
            && relief == seenRelief
            && first == seenOffer
            && progress == seenProgress
            && now - seenAt < LATE_NANOS;
    stale = same ? Math.min(stale + 1, STALE) : 0;
    seenRelief = relief;
    seenOffer = first;
    seenProgress = progress;
    seenAt = now;
    if (stale == STALE) {
      if (relief == null) {
        relay.relieve(); // a start has failed, and later offers have counted on others
      } else if (relief.callOverdue() && first != null) {
        call();
        standby.warn();
      }
    }
  }

  /** Calls a rescuer, unless one is on its way or there are enough. Throws nothing. */
  void call() {
    if (active.get() < MOST && !called.get() && called.compareAndSet(false, true)) {
      active.getAndIncrement();
      try {
        standby.rescue(this);
      } catch (Throwable noThread) {
        active.getAndDecrement();
        called.set(false); // the next look tries again
      }
    }
  }

  /** The work of a rescuer. */
  @Override
  public void run() {
    called.set(false);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      thread.setContextClassLoader(relay.contextClassLoader());
      drain();
    } finally {
      thread.setContextClassLoader(before);
      active.getAndDecrement();
      callIfOverdue(); // another thread may have come in between and found that there are enough
    }
  }

  private void drain() {
    Relief overdue = relay.relief();
    if (overdue != null && overdue.isOverdue()) {
      new Drainer(relay, overdue).drain();
    }
  }

  private void callIfOverdue() {
    Relief relief = relay.relief();
    if (relief != null && relief.isOverdue() && relay.queue().peek() != null) {
      call();
    }
  }

  /** Counts a task that a rescuer runs. Allocates nothing: the task was taken. */
  void count() {
    rescued.getAndIncrement();
  }

  long rescuedTasks() {
    return rescued.get();
  }

  /** {@return what the next look depends on, for tests that try all orders of steps} */
  String seen(@Nullable Offer first) {
    Relief relief = relay.relief();
    return String.format(
        "%s%s%d%d%s%s%s",
        watched,
        called,
        active.get(),
        stale,
        relief == null ? "none" : relief.isOverdue(),
        relief == seenRelief,
        first == seenOffer);
  }
}
