package io.loomwheel.internal.wheel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The one object of a timer: the wheel's entry, the caller's handle and the {@code Runnable} that
 * is dispatched when it fires.
 *
 * <p>All races on a timer are decided by one compare-and-set of {@link #word}, which holds the
 * deadline and the state together:
 *
 * <pre>
 *   new        --prime-->           ARMED(d)    its owner, before another thread can see the node
 *   new        --primeFired-->      FIRED(d)    its owner, if it has no delay
 *   ARMED(d)   --claimForFiring-->  FIRED(d)    the holder of the shard's lock, once d is due
 *   ARMED(d)   --claimCancel-->     CANCELLED   any thread
 *   ARMED(d)   --claimReschedule--> ARMED(d')   any thread
 *   ARMED(d)   --unclaimRearm-->    FIRED(d)    its owner, if it could not be linked
 *   FIRED(d)   --claimRun-->        RUN         the first to run a one-shot node
 *   FIRED(d)   --claimPeriod-->     TAKEN       the first to run this period of a periodic node
 *   TAKEN      --refire-->          FIRED(d')   its owner, if the next period is due at once
 *   FIRED(d), TAKEN --claimRearm--> ARMED(d')   the owner of a periodic node, after its run
 *   FIRED(d), TAKEN --retire-->     CANCELLED   any thread: the node will not be armed again
 * </pre>
 *
 * Deadlines are nanoseconds since the origin of the timer, from 0 to {@link #NEVER_NANOS}.
 */
public abstract class WheelNode implements Runnable {
  /** A deadline that is never reached: 292 years after the origin of the timer. */
  public static final long NEVER_NANOS = Long.MAX_VALUE - 3;

  static final long CANCELLED = Long.MIN_VALUE;
  private static final long RUN = Long.MIN_VALUE + 1;
  private static final long TAKEN = Long.MIN_VALUE + 2;

  /**
   * One cancellation of so many, chosen by a hash of deadline and place, is reported to the owner:
   * of the nodes of one deadline that fill a chunk, one or two.
   */
  private static final int SAMPLE = 62;

  /** The hashes from the least number up to here are one in {@link #SAMPLE}. */
  private static final int SAMPLED_BELOW =
      Integer.MIN_VALUE + (int) ((1L << Integer.SIZE) / SAMPLE);

  /**
   * So far apart are the hashes of neighbouring cells: a little less than the sampled stretch is
   * long, so none passes over it; and 62.7 such steps go round all numbers, so that deadlines at
   * regular intervals meet it as often as others.
   */
  private static final int SPREAD = 68_513_861;

  /** See {@link #keep}. Written by any thread, racy: no value matters. */
  private static int kept;

  private static final VarHandle WORD;
  private static final VarHandle CHUNK;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      WORD = lookup.findVarHandle(WheelNode.class, "word", long.class);
      CHUNK = lookup.findVarHandle(WheelNode.class, "chunk", WheelNode[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
    // Makes each transition once: the JVM links it then, which takes memory and stack.
    WheelNode node =
        new WheelNode() {
          @Override
          public void run() {}
        };
    node.prime(0);
    node.restoreDeadline(node.claimReschedule(0), 0);
    node.claimForFiring(0);
    node.claimPeriod();
    node.refire(0);
    node.claimRearm(0);
    node.unclaimRearm();
    node.claimRun();
  }

  /**
   * State and deadline: {@code d} when armed, {@code ~d} when fired, {@link #CANCELLED}, {@link
   * #RUN} and {@link #TAKEN} below all {@code ~d}.
   */
  volatile long word;

  /**
   * The node's place, with {@link #index}; null until linked. A stale pair is benign: a cell is
   * only emptied if it holds this very node, and holds no other one ever after.
   */
  volatile @Nullable WheelNode @Nullable [] chunk;

  /** The cell in {@link #chunk}. Written after it. */
  int index;

  /** Link of {@link Wheel#leave} or, once cancelled, of {@link StoppedNodes}; guarded there. */
  @Nullable WheelNode next;

  // --- state: any thread ---

  /** {@return whether the node waits for its deadline} */
  public final boolean isArmed() {
    return word >= 0;
  }

  /** {@return whether the node waits for its deadline, or has fired and was not taken to run} */
  public final boolean isPending() {
    return word > TAKEN;
  }

  /** {@return whether the deadline was reached: the node was handed to dispatch, or has run} */
  public final boolean isFired() {
    long w = word;
    return w < 0 && w != CANCELLED;
  }

  /** {@return whether the node was cancelled, or retired after it had fired} */
  public final boolean isCancelled() {
    return word == CANCELLED;
  }

  /** {@return whether the node is in a terminal state: it was cancelled, or has run} */
  public final boolean isOver() {
    return word <= RUN;
  }

  /** {@return the deadline in nanoseconds of an armed or fired node; meaningless otherwise} */
  public final long deadlineNanos() {
    long w = word;
    return w >= 0 ? w : ~w;
  }

  /** Arms a node that no other thread can see yet. */
  public final void prime(long deadlineNanos) {
    WORD.setOpaque(this, deadlineNanos);
  }

  /** As {@link #prime}, for a node that goes to dispatch without a wheel. */
  public final void primeFired(long deadlineNanos) {
    WORD.setOpaque(this, ~deadlineNanos);
  }

  /**
   * {@return whether this call took the node from armed to cancelled: it will never run} The winner
   * empties the node's cell. No call lies between the two, so an Error leaves both or none.
   */
  public final boolean claimCancel() {
    return leaveArmed(true);
  }

  private boolean leaveArmed(boolean cancels) {
    long from;
    do {
      from = word;
      if (from < 0) {
        return false;
      }
    } while (!WORD.compareAndSet(this, from, cancels ? CANCELLED : ~from));
    @Nullable WheelNode[] c = chunk; // no call that may throw from here on
    int i = index;
    if (c != null && i < c.length && c[i] == this) {
      c[i] = null;
      if ((int) (from + i) * SPREAD < SAMPLED_BELOW) {
        try {
          ((SlotOwner) c[0]).cancelled(SAMPLE);
        } catch (Throwable atTheEndOfTheStack) {
          // one sample less: the node has left its cell all the same
        }
      }
    }
    return true;
  }

  /** {@return whether this call took the node from fired to cancelled: it can't be armed again} */
  public final boolean retire() {
    return leaveFired(RUN, CANCELLED) < 0;
  }

  /**
   * {@return whether this call is the first to run a one-shot node, even if its executor runs it
   * twice} A node that has run has no deadline any more.
   */
  public final boolean claimRun() {
    return leaveFired(RUN, RUN) < 0;
  }

  /**
   * {@return the deadline of the period that the caller is to run, and no other thread; negative if
   * another has taken it} The node has no deadline then until it is armed again.
   */
  public final long claimPeriod() {
    return ~leaveFired(TAKEN, TAKEN);
  }

  /** Makes a period that was taken a fired one again, for the next run, unless it was retired. */
  public final void refire(long deadlineNanos) {
    WORD.compareAndSet(this, TAKEN, ~deadlineNanos);
  }

  /** {@return the word of a fired node above another, which this call has replaced; 0 if none} */
  private long leaveFired(long above, long to) {
    long w;
    while ((w = word) < 0 && w > above) {
      if (WORD.compareAndSet(this, w, to)) {
        return w;
      }
    }
    return 0;
  }

  /**
   * Arms a fired node again; {@return false if it was retired} Called by its owner only, after the
   * run; the node is in no wheel then.
   */
  public final boolean claimRearm(long deadlineNanos) {
    long w = word;
    if (w >= 0 || w <= RUN) {
      return false;
    }
    CHUNK.setRelease(this, null);
    return WORD.compareAndSet(this, w, deadlineNanos);
  }

  /**
   * Takes an armed node back to fired without a run, linked or not, unless it was cancelled or has
   * fired meanwhile; {@return whether the node can be armed again}
   */
  public final boolean unclaimRearm() {
    return leaveArmed(false);
  }

  /**
   * Gives an armed node another deadline; {@return the old one, or -1 if the node isn't armed}
   * After an earlier deadline the caller has to link the node again.
   */
  public final long claimReschedule(long deadlineNanos) {
    long w;
    while ((w = word) >= 0) {
      if (WORD.compareAndSet(this, w, deadlineNanos)) {
        return w;
      }
    }
    return -1;
  }

  /** Undoes a {@link #claimReschedule}, unless another thread has changed the deadline since. */
  public final void restoreDeadline(long deadlineNanos, long oldDeadlineNanos) {
    WORD.compareAndSet(this, deadlineNanos, oldDeadlineNanos);
  }

  /** {@return the deadline of an armed node, or a negative number} */
  public final long armedDeadlineNanos() {
    return word;
  }

  /** {@return whether this call took the node from armed with that deadline to fired} */
  final boolean claimForFiring(long deadlineNanos) {
    return WORD.compareAndSet(this, deadlineNanos, ~deadlineNanos);
  }

  // --- place in the wheel ---

  /** Writes the node's place. Under the lock. */
  final void moveTo(@Nullable WheelNode[] to, int at) {
    CHUNK.setRelease(this, to);
    index = at;
  }

  /** {@return whether a cell is the node's place} Another cell that holds it counts for nothing. */
  final boolean liesIn(@Nullable WheelNode[] cells, int at) {
    return chunk == cells && index == at;
  }

  /** Empties the node's cell. Under the lock. */
  final void vacate() {
    @Nullable WheelNode[] c = chunk;
    if (c != null && c[index] == this) {
      c[index] = null;
    }
  }

  /** {@return the owner of the wheel that the node was linked into, or null if it wasn't yet} */
  public final @Nullable SlotOwner owner() {
    @Nullable WheelNode[] c = chunk;
    return c != null && c[0] instanceof SlotOwner owner ? owner : null;
  }

  // --- for subclasses to override ---

  /** {@return what runs this node in place of the timer's executor, or null} */
  public @Nullable Executor executor() {
    return null;
  }

  /**
   * {@return whether {@link #run} is a step of ours that takes a microsecond or two and calls no
   * user code now, so that the driver may run it}
   */
  public boolean isStep() {
    return false;
  }

  /**
   * Reads what {@link #run} will read first, so that it is in the cache by then; {@return any
   * number that depends on it} Nodes that fire one after the other lie anywhere in memory, and
   * several cache misses at the same time cost little more than one.
   */
  public int prefetch() {
    return (int) word;
  }

  /** Prefetches the nodes among several tasks, null where there is none. */
  public static void prefetch(@Nullable Runnable[] tasks, int from, int end) {
    int sum = 0;
    for (int i = from; i < end; i++) {
      sum += tasks[i] instanceof WheelNode node ? node.prefetch() : 0;
    }
    keep(sum);
  }

  /** Uses what was read ahead, so that the compiler keeps the reads. Hardly ever writes. */
  public static void keep(int read) {
    if (read == kept) {
      kept++;
    }
  }

  /** {@return the engine that this is armed in; null if it never waits in an executor} */
  public @Nullable Object engine() {
    return null;
  }

  /**
   * {@return the task, whose class is the kind of this node in a census; null if the node has let
   * go of it, as once it was cancelled} May be stale.
   */
  public @Nullable Object kind() {
    return this;
  }

  /** Called once, by the thread that won the cancellation, with no lock held. */
  public void onCancelled() {}

  /** Called in place of {@link #onCancelled} if the stop of the timer has cancelled the node. */
  public void onStopped() {
    onCancelled();
  }
}
