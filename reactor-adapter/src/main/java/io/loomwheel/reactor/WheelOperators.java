package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.IdleTimeoutFlux.ReactorIdleTime;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/**
 * Idle timeouts for {@code Flux.transform}, cheaper than {@code Flux.timeout} on a scheduler:
 *
 * <pre>{@code
 * flux.transform(WheelOperators.timeout(Duration.ofSeconds(30)))
 * }</pre>
 *
 * <p>The timeouts mean what {@code Flux.timeout} means: the first element has to come within the
 * time after the subscription, each further element within the time after the previous one was
 * passed on. With {@code timeout(first, idle)} the first element has a time of its own. Otherwise
 * the source is cancelled, and a {@link java.util.concurrent.TimeoutException} or the fallback
 * follows; signals that come too late are dropped. There is one timer for each subscription, and
 * each element puts it off in place: that costs a clock read and a compare-and-set, no allocation
 * and no lock. A time of zero or less is up as soon as the wheel turns; a time that overflows is
 * never up.
 *
 * <p>A timeout is signalled on the executor of the timer, by default on a virtual thread. A
 * subscription that finds the timer stopped, its limit reached, or the scheduler disposed of, fails
 * with a {@link java.util.concurrent.RejectedExecutionException}. If the timer is stopped later,
 * the streams go on without a timeout; a scheduler that is disposed of later changes nothing. In
 * Reactor's virtual time only a scheduler that was disposed of refuses: the timer takes no part.
 *
 * <p>The methods return an operator for {@code Flux.transform}, and differ in their parameters.
 * {@code idle} is the longest time without an element. {@code first}, if given, is that from the
 * subscription to the first element. {@code on} is a {@code WheelTimer}, or a {@code
 * WheelScheduler}, whose timer to use; a scheduler of another kind is refused with an {@link
 * IllegalArgumentException}. Without it, time is measured by the {@link WheelTimer#shared} timer.
 * {@code fallback} is subscribed to after the timeout, and has no time limit itself.
 */
@SuppressWarnings(
    "doclint:missing") // the parameters are the same in all methods, and described above
public final class WheelOperators {
  private WheelOperators() {}

  /** Fails a stream if an element is late; by the shared timer. */
  public static <T> Function<Flux<T>, Flux<T>> timeout(Duration idle) {
    return idle(ReactorIdleTime.of(idle));
  }

  /** Fails a stream if an element is late; by a scheduler's timer. */
  public static <T> Function<Flux<T>, Flux<T>> timeout(Duration idle, Scheduler on) {
    return idle(ReactorIdleTime.of(idle).on(on));
  }

  /** Fails a stream if an element is late; by a timer. */
  public static <T> Function<Flux<T>, Flux<T>> timeout(Duration idle, WheelTimer on) {
    return idle(ReactorIdleTime.of(idle).on(on));
  }

  /** Switches to the fallback if an element is late; by the shared timer. */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration idle, Publisher<? extends T> fallback) {
    return idle(ReactorIdleTime.of(idle), fallback);
  }

  /** Switches to the fallback if an element is late; by a scheduler's timer. */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration idle, Publisher<? extends T> fallback, Scheduler on) {
    return idle(ReactorIdleTime.of(idle).on(on), fallback);
  }

  /** Switches to the fallback if an element is late; by a timer. */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration idle, Publisher<? extends T> fallback, WheelTimer on) {
    return idle(ReactorIdleTime.of(idle).on(on), fallback);
  }

  /** Fails a stream if the first or a later element is late; by the shared timer. */
  public static <T> Function<Flux<T>, Flux<T>> timeout(Duration first, Duration idle) {
    return idle(ReactorIdleTime.of(first, idle));
  }

  /** Fails a stream if the first or a later element is late; by a scheduler's timer. */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration first, Duration idle, Scheduler on) {
    return idle(ReactorIdleTime.of(first, idle).on(on));
  }

  /** Fails a stream if the first or a later element is late; by a timer. */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration first, Duration idle, WheelTimer on) {
    return idle(ReactorIdleTime.of(first, idle).on(on));
  }

  /** Switches to the fallback if the first or a later element is late; by the shared timer. */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration first, Duration idle, Publisher<? extends T> fallback) {
    return idle(ReactorIdleTime.of(first, idle), fallback);
  }

  /** Switches to the fallback if the first or a later element is late; by a scheduler's timer. */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration first, Duration idle, Publisher<? extends T> fallback, Scheduler on) {
    return idle(ReactorIdleTime.of(first, idle).on(on), fallback);
  }

  /** Switches to the fallback if the first or a later element is late; by a timer. */
  public static <T> Function<Flux<T>, Flux<T>> timeout(
      Duration first, Duration idle, Publisher<? extends T> fallback, WheelTimer on) {
    return idle(ReactorIdleTime.of(first, idle).on(on), fallback);
  }

  private static <T> Function<Flux<T>, Flux<T>> idle(ReactorIdleTime time) {
    return source -> new IdleTimeoutFlux<>(source, time, null);
  }

  private static <T> Function<Flux<T>, Flux<T>> idle(
      ReactorIdleTime time, Publisher<? extends T> fallback) {
    Objects.requireNonNull(fallback, "fallback");
    return source -> new IdleTimeoutFlux<>(source, time, fallback);
  }
}
