package io.loomwheel.soak.submitter;

import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import io.loomwheel.soak.submitter.Place.Handle;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Streams that time out on the wheel: the fallback is the task, or what is told of the timeout. */
final class TimeoutSubmitter implements Submitter {
  /** Subscribes to a stream that never says anything. */
  interface Stream {
    Handle subscribe(int number, Runnable then, Duration idle, Consumer<Throwable> onError);
  }

  private final Ground ground;
  private final Runnable end;
  private final Stream stream;
  private final AtomicInteger asked = new AtomicInteger();

  /** Set when nothing times out any more. */
  private volatile boolean closed;

  TimeoutSubmitter(Ground ground, Runnable end, Stream stream) {
    this.ground = ground;
    this.end = end;
    this.stream = stream;
  }

  @Override
  public @Nullable Ticket submit(Entry entry, Runnable body, long delayNanos) {
    Runnable guarded = ground.guarded(body);
    AtomicBoolean refused = new AtomicBoolean();
    Handle held =
        stream.subscribe(
            asked.incrementAndGet(),
            guarded,
            Duration.ofNanos(delayNanos),
            cause -> {
              if (cause instanceof TimeoutException) {
                guarded.run();
              } else {
                refused.set(true);
              }
            });
    return refused.get()
        ? null
        : Ticket.of(
                held.dispose(), // a timer that is stopped ends no stream
                () -> closed || held.isDisposed().getAsBoolean())
            .givenUpIf(() -> closed || refused.get());
  }

  @Override
  public void close(boolean now) {
    end.run();
    closed = true;
  }
}
