package io.loomwheel.soak.submitter;

import io.loomwheel.reactor.WheelOperators;
import io.loomwheel.reactor.WheelScheduler;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Reactor streams that time out on the wheel, with a fallback or without one. Some subscribers
 * throw where they are notified of their subscription.
 */
final class ReactorTimeoutSubmitter implements Submitter {
  private static final int RUDE_ONE_IN = 16;

  private final Ground ground;
  private final WheelScheduler scheduler;
  private final AtomicInteger asked = new AtomicInteger();

  /** Set when nothing times out any more. */
  private volatile boolean closed;

  ReactorTimeoutSubmitter(Ground ground) {
    this.ground = ground;
    this.scheduler = WheelScheduler.on(ground.timer());
  }

  @Override
  public @Nullable Ticket submit(Entry entry, Runnable body, long delayNanos) {
    Flux<Object> stream = Flux.never().transform(timeout(body, Duration.ofNanos(delayNanos)));
    if (asked.incrementAndGet() % RUDE_ONE_IN == 0) {
      Rude.subscribe(stream);
      return null;
    }
    Watch watch = new Watch(ground, body);
    stream.subscribe(watch);
    return watch.refused ? null : new Held(watch);
  }

  private Function<Flux<Object>, Flux<Object>> timeout(Runnable body, Duration idle) {
    Mono<Object> fallback = Mono.fromRunnable(() -> Guarded.run(ground, body));
    Duration afterAnElement = Duration.ZERO; // which never comes
    return switch ((int) (idle.toNanos() & 3)) {
      case 0 -> WheelOperators.timeout(idle, scheduler);
      case 1 -> WheelOperators.timeout(idle, fallback, scheduler);
      case 2 -> WheelOperators.timeout(idle, afterAnElement, scheduler);
      default -> WheelOperators.timeout(idle, afterAnElement, fallback, scheduler);
    };
  }

  @Override
  public void close(boolean now) {
    scheduler.dispose();
    closed = true;
  }

  private final class Held implements Ticket {
    private final Watch watch;

    Held(Watch watch) {
      this.watch = watch;
    }

    @Override
    public boolean cancel() {
      watch.dispose();
      return false;
    }

    /** A timer that is stopped ends no stream. */
    @Override
    public boolean isOver() {
      return closed || watch.isDisposed();
    }

    @Override
    public boolean isGivenUp() {
      return closed || watch.refused;
    }
  }

  private static final class Watch extends BaseSubscriber<Object> {
    private final Ground ground;
    private final Runnable body;

    /** Written by the thread that fails the stream. */
    private volatile boolean refused;

    Watch(Ground ground, Runnable body) {
      this.ground = ground;
      this.body = body;
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    protected void hookOnError(Throwable cause) {
      if (cause instanceof TimeoutException) {
        Guarded.run(ground, body);
      } else {
        refused = true;
      }
    }
  }
}
