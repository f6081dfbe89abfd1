package io.loomwheel.soak.ledger;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * One timer from the moment it is asked for to its end.
 *
 * <p>Thread-safe, but that one thread at a time arms, reschedules and cancels.
 */
public final class Entry {
  private static final AtomicIntegerFieldUpdater<Entry> ENDS =
      AtomicIntegerFieldUpdater.newUpdater(Entry.class, "ends");
  private static final AtomicIntegerFieldUpdater<Entry> NOTIFIED =
      AtomicIntegerFieldUpdater.newUpdater(Entry.class, "notified");

  private static final Ticket NOT_ACCEPTED = Ticket.NONE.givenUpIf(() -> true);

  private final Object kind;

  /** How often it came to each {@link Fate}; added to by whoever brings that about. */
  private volatile int ends;

  /** What the clock said when the task first ran; written by the task. */
  private volatile long ranAt;

  /** {@link #NOT_ACCEPTED} until it was; written by who arms. */
  private volatile Ticket ticket = NOT_ACCEPTED;

  /** Whether a cancel was asked for that proves nothing; written by who cancels. */
  private volatile boolean cancelAsked;

  /** When it may begin at the earliest; written by who arms and reschedules. */
  private volatile long armedAt;

  private volatile long delayNanos;

  /** When it is due at the latest, as far as that is known. */
  private volatile long latest;

  /** How often its task was notified that it will not run; -1 if it is of a kind that isn't. */
  private volatile int notified = -1;

  Entry(Object kind) {
    this.kind = kind;
  }

  /**
   * Says when it is due: not before the delay has passed since then.
   *
   * @param armedAt read from the timer's clock before the timer is armed or rescheduled
   */
  public void due(long armedAt, long delayNanos) {
    this.armedAt = armedAt;
    this.delayNanos = delayNanos;
    this.latest = deadline(armedAt, delayNanos);
  }

  /**
   * Says that it is due at the latest when its delay has passed since then, and a share of it.
   *
   * @param now read after it was armed or rescheduled: the clock may have leapt meanwhile
   * @param slack the share is one in two to the power of this
   */
  public void armedBy(long now, int slack) {
    long exact = deadline(now, delayNanos);
    latest = exact == Long.MAX_VALUE ? exact : exact + (delayNanos >> slack);
  }

  /** Says that nobody knows when it is due at the latest. */
  public void dueAnyTime() {
    latest = Long.MAX_VALUE;
  }

  private static long deadline(long from, long delayNanos) {
    return delayNanos > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : from + delayNanos;
  }

  /** Says that its task is notified of a cancel or a stop. Before it is armed. */
  public void expectsTelling() {
    notified = 0;
  }

  public void notified() {
    NOTIFIED.incrementAndGet(this);
  }

  public void accepted(Ticket ticket) {
    this.ticket = ticket;
  }

  public void rejected() {
    count(Fate.REJECTED);
  }

  /** Notified by the task. */
  public void ran(long now) {
    if (Fate.FIRED.of(count(Fate.FIRED)) == 1) {
      ranAt = now;
    }
  }

  public void returned() {
    count(Fate.RETURNED);
  }

  private int count(Fate fate) {
    return ENDS.addAndGet(this, fate.one());
  }

  /** Cancels it if it was accepted. */
  public void cancel() {
    Ticket held = ticket;
    if (held != NOT_ACCEPTED && !cancelAsked) {
      if (held.cancels().getAsBoolean()) {
        count(Fate.CANCELLED);
      } else {
        cancelAsked = true;
      }
    }
  }

  /** Puts it off, or brings it forward; {@return whether it was accepted, and not too late} */
  public boolean reschedule(long now, long delayNanos) {
    long given = ticket.moves().applyAsLong(delayNanos);
    if (given == Ticket.REFUSED) {
      return false;
    }
    due(now, given);
    return true;
  }

  /** {@return whether its handle says that the task will not begin any more} */
  private boolean isOver() {
    return ticket.isOver().getAsBoolean();
  }

  /** {@return whether it was accepted, and nobody has ended it, cancelled it, or given it up} */
  private boolean isExpected() {
    return ends == 0 && !cancelAsked && !ticket.isGivenUp().getAsBoolean();
  }

  /** {@return whether it should have begun by then} */
  public boolean isOverdue(long now) {
    return latest != Long.MAX_VALUE && latest - now < 0 && isExpected() && !isOver();
  }

  /** {@return whether its handle says that it is over, though no end was reported} */
  public boolean isDropped() {
    return isOver() && isExpected();
  }

  /** {@return whether its future isn't done} */
  public boolean isUndone() {
    return !ticket.isDone().getAsBoolean();
  }

  /** {@return whether neither an end is known nor its handle says that there will be one} */
  boolean isOpen() {
    return ends == 0 && !isOver();
  }

  /**
   * {@return how often it came to each fate} Of one that nothing is known of, what its handle says:
   * whoever asked for a cancel, or else the stop, has ended it.
   */
  int settled() {
    int seen = ends;
    if (seen != 0 || !isOver()) {
      return seen;
    }
    return cancelAsked ? Fate.CANCELLED.one() : Fate.RETURNED.one();
  }

  Object kind() {
    return kind;
  }

  int ends() {
    return ends;
  }

  /** {@return whether its task was notified of a cancel or stop that wasn't, or wasn't of one} */
  boolean isMistold() {
    int seen = settled();
    int said = notified;
    return said >= 0 && said != Fate.CANCELLED.of(seen) + Fate.RETURNED.of(seen);
  }

  boolean isEarly() {
    return Fate.FIRED.of(ends) > 0 && ranAt - armedAt < delayNanos;
  }

  /** Without its ticket's own text, which may be that of a task that names this again. */
  @Override
  public String toString() {
    return "Entry[%s, ends: %x, early by %d ns, delay %d, accepted: %b, over: %b]"
        .formatted(
            kind,
            ends,
            delayNanos - (ranAt - armedAt),
            delayNanos,
            ticket != NOT_ACCEPTED,
            isOver());
  }
}
