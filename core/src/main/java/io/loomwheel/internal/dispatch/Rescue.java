package io.loomwheel.internal.dispatch;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.loomwheel.internal.drive.Callbacks;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets platform threads drain a relay while its next worker can't begin, because other virtual
 * threads hold all carriers: threads that compute, or, on Java 21 to 23, that block inside {@code
 * synchronized}.
 *
 * <p>While a started worker has not begun, or offers wait, the relay is checked every {@link
 * BackupThreads#PERIOD_NANOS}, and twice more once it rests. A check that finds the same worker as
 * the two checks before it, and no task taken in between, marks that worker as <em>overdue</em>.
 * From then until it begins, each thread that would count on it calls a <em>backup thread</em> too:
 * a platform thread that drains the queue. Each calls the next before it runs a task while more are
 * queued, but there are never more than {@link #MOST}. A backup thread stops when the queue is
 * empty, or when the overdue worker has begun, which then drains what is left.
 *
 * <p><b>The invariant of the relay stands without it:</b> no thread counts on a backup thread, and
 * an overdue worker is still one that is started. <b>None is missed:</b> the thread that starts a
 * worker publishes it and then reads {@link #watched}; the check clears {@link #watched} and then
 * reads the next worker and the queue. So either the checks go on, or the other thread starts them.
 *
 * <p>Thread-safe. Starting a worker costs one volatile read and, if none was started for a while, a
 * wake-up of the thread that checks.
 */
final class Rescue implements Runnable {
  /** The most backup threads of one relay at once; the tasks that they run may block. */
  static final int MOST = Math.max(4, Runtime.getRuntime().availableProcessors());

  private static final int OFF = 0;

  /** A check is due, and no worker was started since the last one. */
  private static final int UNUSED = 1;

  private static final int USED = 2;

  /**
   * Checks in a row that have to find the same before a backup thread is called, however late they
   * come: one does after the machine was suspended, all may in a container at its quota.
   */
  private static final int STALE = 2;

  /** After so many checks, 2 s, an overdue worker is more than a sign of a busy machine. */
  static final int LASTING = 200;

  private final TaskRelay relay;
  private final BackupThreads backupThreads;
  private final Runnable check = this::check;

  /**
   * Whether a check is due: {@link #OFF}, {@link #UNUSED} or {@link #USED}. A check that finds the
   * relay at rest lowers it one step. So the checks of a relay that is used between any two of them
   * go on, and no start wakes the thread that checks.
   */
  final AtomicInteger watched = new AtomicInteger();

  /** Of backup threads: each holds one from the call until it stops. */
  final Semaphore permits = new Semaphore(MOST);

  /** Tasks that backup threads have taken; each adds one before it runs a task. */
  final AtomicLong rescued = new AtomicLong();

  /** The last worker that was found to be overdue; null once the relay rests. */
  volatile TaskRelay.@Nullable RelayWorker overdue;

  // What the last check found. Used by checks only, one after the other.
  @Nullable Seen seen;
  int stale;

  /** How many checks in a row have found the next worker overdue. */
  private int lasts;

  /** The next worker, the first offer, and how much of that was taken. */
  record Seen(
      TaskRelay.@Nullable RelayWorker nextWorker, TaskRelay.@Nullable Offer first, int progress) {
    /** {@return whether a check has found the same before} As equals, which takes 12 ms to link. */
    boolean isAsIn(@Nullable Seen before) {
      return before != null
          && nextWorker == before.nextWorker
          && first == before.first
          && progress == before.progress;
    }
  }

  Rescue(TaskRelay relay, BackupThreads backupThreads) {
    this.relay = relay;
    this.backupThreads = backupThreads;
  }

  /** Called after a worker was started and published. Throws nothing. */
  void watch() {
    if (watched.get() != USED && watched.getAndSet(USED) == OFF) {
      checkLater(BackupThreads.PERIOD_NANOS);
    }
  }

  private void checkLater(long nanos) {
    try {
      Callbacks.requireStack(40); // as in call
      backupThreads.later(check, nanos);
    } catch (Throwable noThread) {
      watched.set(OFF); // the next start of a worker tries again
    }
  }

  private void check() {
    try {
      judge(relay.nextWorker, relay.queue.peek());
    } catch (Throwable noMemory) {
      stale = 0;
    }
    boolean rests = isAtRest();
    if (rests) {
      seen = null;
      overdue = null;
      if (!watched.compareAndSet(USED, UNUSED)
          && watched.compareAndSet(UNUSED, OFF)
          && (isAtRest() || !watched.compareAndSet(OFF, USED))) {
        return;
      }
    }
    checkLater(rests ? BackupThreads.REST_NANOS : BackupThreads.PERIOD_NANOS);
  }

  /** {@return whether no worker has still to begin, and none is needed} */
  private boolean isAtRest() {
    return relay.nextWorker == null && relay.queue.peek() == null;
  }

  private void judge(TaskRelay.@Nullable RelayWorker nextWorker, TaskRelay.@Nullable Offer first) {
    Seen now = new Seen(nextWorker, first, first == null ? 0 : first.progress());
    stale = now.isAsIn(seen) ? Math.min(stale + 1, STALE) : 0;
    seen = now;
    lasts = nextWorker != null && nextWorker == overdue ? lasts + 1 : 0;
    if (stale == STALE) {
      if (nextWorker == null && first != null) {
        relay.ensureNextWorker(); // a start has failed, and later offers have counted on others
      } else if (nextWorker != null && nextWorker.isStarted) {
        overdue = nextWorker;
        if (first != null) {
          call();
          backupThreads.log(false);
        }
      }
    }
    if (lasts >= LASTING) {
      backupThreads.log(true);
    }
  }

  /** Calls a backup thread, unless there are enough. Throws nothing but for lack of stack. */
  void call() {
    Callbacks.requireStack(40); // an overflow on the way may leave the lock of a pool taken
    if (permits.tryAcquire()) {
      try {
        backupThreads.startBackup(this);
      } catch (Throwable noThread) {
        permits.release(); // the next check tries again
      }
    }
  }

  /** The work of a backup thread. */
  @Override
  public void run() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      thread.setContextClassLoader(relay.loader);
      TaskRelay.RelayWorker late = overdueNow();
      if (late != null) {
        relay.new RelayWorker(late).drain();
      }
    } finally {
      thread.setContextClassLoader(before);
      permits.release();
      if (overdueNow() != null && relay.queue.peek() != null) {
        call(); // another thread may have come in between and found that there are enough
      }
    }
  }

  private TaskRelay.@Nullable RelayWorker overdueNow() {
    TaskRelay.RelayWorker nextWorker = relay.nextWorker;
    return nextWorker == overdue ? nextWorker : null;
  }

  /**
   * Platform threads: one daemon thread that checks the busy relays, and daemon threads that run
   * rescued tasks. All stop after some seconds without work, and hold no relay while idle, so that
   * they keep no class loader of an application. A test has threads of its own.
   */
  static class BackupThreads {
    static final BackupThreads INSTANCE = new BackupThreads();

    /** Between two checks of a relay whose next worker has not begun. */
    static final long PERIOD_NANOS = 10_000_000;

    /**
     * From a check that found a relay at rest to the next. Longer, because each check wakes a
     * thread, which costs more than running the few tasks of a relay that is little used.
     */
    static final long REST_NANOS = 16 * PERIOD_NANOS;

    private static final long IDLE_SECONDS = 5;
    private static final long LOG_PAUSE_NANOS = 60_000_000_000L;

    final ScheduledThreadPoolExecutor watch =
        new ScheduledThreadPoolExecutor(1, daemons("loomwheel-watch"));

    /** Without a limit: each relay has a limit of its own. */
    private final ThreadPoolExecutor backups =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            SECONDS,
            new SynchronousQueue<>(),
            daemons("loomwheel-rescue"));

    /** When the next line may be logged; raised by compare-and-set by the thread that does. */
    private final AtomicLong nextInfo = new AtomicLong(System.nanoTime());

    /** The same for warnings. */
    private final AtomicLong nextWarning = new AtomicLong(System.nanoTime());

    BackupThreads() {
      watch.setKeepAliveTime(IDLE_SECONDS, SECONDS);
      watch.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory daemons(String name) {
      ClassLoader own = BackupThreads.class.getClassLoader();
      return work -> Daemons.unstarted(name, own, work);
    }

    /**
     * Runs a check, which is short and throws nothing, so long from now. What throws has queued
     * none: the thread is started first.
     */
    void later(Runnable check, long nanos) {
      if (watch.getPoolSize() == 0) {
        Daemons.start(watch::prestartCoreThread);
      }
      Object unused = watch.schedule(check, nanos, NANOSECONDS);
    }

    /** Runs the work of a backup thread, which throws nothing, at once. It may block for long. */
    void startBackup(Runnable backup) {
      backups.execute(backup);
    }

    /**
     * Logs that a worker is overdue: a warning if it has been for {@link #LASTING} checks.
     * Rate-limited; never waits for the log.
     */
    void log(boolean lasts) {
      AtomicLong limit = lasts ? nextWarning : nextInfo;
      long now = System.nanoTime();
      long next = limit.get();
      if (now - next >= 0 && limit.compareAndSet(next, now + LOG_PAUSE_NANOS)) {
        backups.execute(() -> write(lasts));
      }
    }

    private static void write(boolean lasts) {
      Logger log = LoggerFactory.getLogger("io.loomwheel.dispatch.Relay"); // its classes load here
      if (lasts) {
        log.warn(
            "A virtual thread has not begun for 2 seconds: others hold all carriers; platform"
                + " threads help out");
      } else {
        log.info("Virtual threads don't begin in time; platform threads help out");
      }
    }
  }
}
