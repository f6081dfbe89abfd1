package io.loomwheel.internal.dispatch;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
  private TaskRelay.@Nullable Drainer seenRelief;
  private TaskRelay.@Nullable Offer seenOffer;
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
      judge(relay.relief(), relay.firstOffer());
    } catch (Throwable noMemory) {
      stale = 0;
    }
    boolean rests = isAtRest();
    if (rests) {
      seenRelief = null;
      seenOffer = null;
      if (!watched.compareAndSet(USED, UNUSED)
          && watched.compareAndSet(UNUSED, OFF)
          && (isAtRest() || !watched.compareAndSet(OFF, USED))) {
        return;
      }
    }
    lookLater(rests ? Standby.REST_NANOS : Standby.PERIOD_NANOS);
  }

  /** {@return whether no relief is on the way, and none is needed} */
  private boolean isAtRest() {
    return relay.relief() == null && relay.firstOffer() == null;
  }

  private void judge(TaskRelay.@Nullable Drainer relief, TaskRelay.@Nullable Offer first) {
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
    TaskRelay.Drainer overdue = relay.relief();
    if (overdue != null && overdue.isOverdue()) {
      relay.drainInPlaceOf(overdue);
    }
  }

  private void callIfOverdue() {
    TaskRelay.Drainer relief = relay.relief();
    if (relief != null && relief.isOverdue() && relay.firstOffer() != null) {
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
  String seen(TaskRelay.@Nullable Offer first) {
    TaskRelay.Drainer relief = relay.relief();
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

  /** Platform threads that stand by the relays, because virtual threads may have to wait. */
  interface Standby {
    /** Between two looks at a relay whose reliefs are on their way. */
    long PERIOD_NANOS = 10_000_000;

    /**
     * From a look that found a relay at rest to the next. Longer, because each wakes a thread,
     * which costs more than what a relay runs in between if that is little.
     */
    long REST_NANOS = 4 * PERIOD_NANOS;

    /** Takes no looks and rescues no tasks. */
    Standby NONE =
        new Standby() {
          @Override
          public void later(Runnable look, long nanos) {}

          @Override
          public void rescue(Runnable rescuer) {}

          @Override
          public void warn() {}

          @Override
          public long nanoTime() {
            return 0;
          }
        };

    /**
     * Runs a look later.
     *
     * @param look short, and throws nothing
     * @param nanos from now
     */
    void later(Runnable look, long nanos);

    /**
     * Runs a rescuer at once, on a thread that it may keep.
     *
     * @param rescuer throws nothing
     */
    void rescue(Runnable rescuer);

    /** Logs that tasks are rescued; rate-limited. Never waits for the log. */
    void warn();

    /** {@return the time by which looks are taken, in nanoseconds} */
    long nanoTime();
  }

  /**
   * One daemon thread that looks at the busy relays, and daemon threads that run rescued tasks. All
   * end after some seconds without work, and hold no relay while idle, so that they keep no class
   * loader of an application.
   */
  static final class PlatformStandby implements Standby {
    static final Standby INSTANCE = new PlatformStandby();

    private static final long IDLE_SECONDS = 5;
    private static final long WARNING_PAUSE_NANOS = 60_000_000_000L;

    private final ScheduledThreadPoolExecutor watch =
        new ScheduledThreadPoolExecutor(1, daemons("loomwheel-watch"));

    /** Without a limit: each relay has a limit of its own. */
    private final ThreadPoolExecutor rescuers =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            SECONDS,
            new SynchronousQueue<>(),
            daemons("loomwheel-rescue"));

    /** When the next warning may be logged; raised by compare-and-set by the thread that does. */
    private final AtomicLong nextWarning = new AtomicLong(System.nanoTime());

    private PlatformStandby() {
      watch.setKeepAliveTime(IDLE_SECONDS, SECONDS);
      watch.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory daemons(String name) {
      ThreadFactory threads =
          Thread.ofPlatform().name(name).daemon().inheritInheritableThreadLocals(false).factory();
      return work -> {
        Thread thread = threads.newThread(work);
        thread.setContextClassLoader(PlatformStandby.class.getClassLoader());
        return thread;
      };
    }

    @Override
    public void later(Runnable look, long nanos) {
      Object unused = watch.schedule(look, nanos, NANOSECONDS);
    }

    @Override
    public void rescue(Runnable rescuer) {
      rescuers.execute(rescuer);
    }

    @Override
    public void warn() {
      long now = System.nanoTime();
      long next = nextWarning.get();
      if (now - next >= 0 && nextWarning.compareAndSet(next, now + WARNING_PAUSE_NANOS)) {
        rescuers.execute(Log::warn);
      }
    }

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    /** Loads the log's classes only when there is something to log. */
    private static final class Log {
      private static final Logger RELAY = LoggerFactory.getLogger("io.loomwheel.dispatch.Relay");

      static void warn() {
        RELAY.warn(
            "Virtual threads don't begin in time: others hold all carriers, or the machine is busy;"
                + " platform threads help out");
      }
    }
  }
}
