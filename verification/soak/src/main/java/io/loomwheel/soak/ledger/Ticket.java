package io.loomwheel.soak.ledger;

import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;

/**
 * What a caller holds of an accepted timer, whichever interface it came through. Thread-safe, as
 * far as one thread at a time moves it.
 *
 * @param cancels asks for the timer to be cancelled: true only if that proves that the task never
 *     ran and never will
 * @param isOver whether the handle says that the task will not begin any more: true as well of one
 *     that has run
 * @param isGivenUp whether what the timer belonged to has ended, and dropped it
 * @param isDone false of a future that isn't done; once all is over, none may be so
 * @param moves gives the timer another delay from now: the delay that it has then, or {@link
 *     #REFUSED} if it was too late, or the interface knows no such thing
 */
public record Ticket(
    BooleanSupplier cancels,
    BooleanSupplier isOver,
    BooleanSupplier isGivenUp,
    BooleanSupplier isDone,
    LongUnaryOperator moves) {
  public static final long REFUSED = Long.MIN_VALUE;

  /** Of a task that its caller holds nothing of. */
  public static final Ticket NONE = new Ticket(() -> false, () -> false);

  /** Of a task that is over when its call returns. */
  public static final Ticket OVER = new Ticket(() -> false, () -> true).givenUpIf(() -> true);

  public Ticket(BooleanSupplier cancels, BooleanSupplier isOver) {
    this(cancels, isOver, () -> false, () -> true, delay -> REFUSED);
  }

  /** {@return one whose cancel proves nothing: the task may be on its way} */
  public static Ticket of(Runnable cancels, BooleanSupplier isOver) {
    return new Ticket(
        () -> {
          cancels.run();
          return false;
        },
        isOver);
  }

  public static Ticket of(Future<?> future) {
    return of(() -> future.cancel(false), future::isDone).doneIf(future::isDone);
  }

  public Ticket givenUpIf(BooleanSupplier condition) {
    return new Ticket(cancels, isOver, condition, isDone, moves);
  }

  public Ticket doneIf(BooleanSupplier condition) {
    return new Ticket(cancels, isOver, isGivenUp, condition, moves);
  }

  public Ticket movedBy(LongUnaryOperator action) {
    return new Ticket(cancels, isOver, isGivenUp, isDone, action);
  }
}
