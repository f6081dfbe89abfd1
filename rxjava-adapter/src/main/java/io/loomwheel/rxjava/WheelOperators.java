package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.reactivex.rxjava3.annotations.BackpressureKind;
import io.reactivex.rxjava3.annotations.BackpressureSupport;
import io.reactivex.rxjava3.annotations.CheckReturnValue;
import io.reactivex.rxjava3.annotations.SchedulerSupport;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.core.ObservableSource;
import io.reactivex.rxjava3.core.ObservableTransformer;
import io.reactivex.rxjava3.core.Scheduler;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.reactivestreams.Publisher;

/**
 * Idle timeouts for {@code compose}, cheaper than {@code timeout} on a scheduler:
 *
 * <pre>{@code
 * flowable.compose(WheelOperators.timeout(Duration.ofSeconds(30)))
 * observable.compose(WheelOperators.timeout(30, TimeUnit.SECONDS))
 * }</pre>
 *
 * <p>The timeouts mean what {@code timeout} of {@code Flowable} and {@code Observable} means: the
 * first element has to come within the time after the subscription, each further element within the
 * time after the previous one was passed on. With {@code timeout(first, idle)} the first element
 * has a time of its own; its forms take {@code Duration}s alone. Otherwise the source is disposed
 * of, and a {@link java.util.concurrent.TimeoutException} or the fallback follows. Elements that
 * come too late are dropped; a late error goes to {@code RxJavaPlugins.onError}. There is one timer
 * for each subscription, and each element puts it off in place: that costs a clock read and a
 * compare-and-set, no allocation and no lock. A time of zero or less is up as soon as the wheel
 * turns; a time that overflows is never up.
 *
 * <p>A timeout is signalled on the executor of the timer, by default on a virtual thread. A
 * subscription that finds the timer stopped, its limit reached, or the scheduler shut down, fails
 * with a {@link java.util.concurrent.RejectedExecutionException}. If the timer is stopped later,
 * the streams go on without a timeout; a scheduler that is shut down later changes nothing.
 *
 * <p>{@code Single}, {@code Maybe} and {@code Completable} don't need such an operator: their own
 * {@code timeout} on a {@link WheelScheduler} arms one task and disposes of it.
 */
@SuppressWarnings("overloads") // nothing is both a Publisher and an ObservableSource
@BackpressureSupport(BackpressureKind.PASS_THROUGH)
@SchedulerSupport(SchedulerSupport.CUSTOM)
public final class WheelOperators {
  private WheelOperators() {}

  /**
   * Returns an operator that fails a stream with a {@code TimeoutException} if no element comes for
   * too long. Uses the {@link WheelTimer#shared} timer.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @return an operator for {@code Flowable.compose} and {@code Observable.compose}
   */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(Duration idle) {
    return new WheelTimeout<>(IdleTime.of(idle));
  }

  /**
   * Returns an operator that fails a stream with a {@code TimeoutException} if no element comes for
   * too long.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param on a {@code WheelScheduler} or {@code WheelTestScheduler}, whose timer to use
   * @return an operator for {@code Flowable.compose} and {@code Observable.compose}
   * @throws IllegalArgumentException if the scheduler is of another kind
   */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(Duration idle, Scheduler on) {
    return new WheelTimeout<>(IdleTime.of(idle).on(on));
  }

  /**
   * Returns an operator that fails a stream with a {@code TimeoutException} if no element comes for
   * too long.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param on the timer to use
   * @return an operator for {@code Flowable.compose} and {@code Observable.compose}
   */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(Duration idle, WheelTimer on) {
    return new WheelTimeout<>(IdleTime.of(idle).on(on));
  }

  /**
   * Returns an operator that fails a stream with a {@code TimeoutException} if no element comes for
   * too long. Uses the {@link WheelTimer#shared} timer.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param unit the unit of that time
   * @return an operator for {@code Flowable.compose} and {@code Observable.compose}
   */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(long idle, TimeUnit unit) {
    return new WheelTimeout<>(IdleTime.of(idle, unit));
  }

  /**
   * Returns an operator that fails a stream with a {@code TimeoutException} if no element comes for
   * too long.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param unit the unit of that time
   * @param on a {@code WheelScheduler} or {@code WheelTestScheduler}, whose timer to use
   * @return an operator for {@code Flowable.compose} and {@code Observable.compose}
   * @throws IllegalArgumentException if the scheduler is of another kind
   */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(long idle, TimeUnit unit, Scheduler on) {
    return new WheelTimeout<>(IdleTime.of(idle, unit).on(on));
  }

  /**
   * Returns an operator that fails a stream with a {@code TimeoutException} if the first element,
   * or a further one, doesn't come in its time. Uses the {@link WheelTimer#shared} timer.
   *
   * @param <T> the type of the elements
   * @param first the longest time from the subscription to the first element
   * @param idle the longest time without an element after that
   * @return an operator for {@code Flowable.compose} and {@code Observable.compose}
   */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(Duration first, Duration idle) {
    return new WheelTimeout<>(IdleTime.of(first, idle));
  }

  /**
   * Returns an operator that fails a stream with a {@code TimeoutException} if the first element,
   * or a further one, doesn't come in its time.
   *
   * @param <T> the type of the elements
   * @param first the longest time from the subscription to the first element
   * @param idle the longest time without an element after that
   * @param on a {@code WheelScheduler} or {@code WheelTestScheduler}, whose timer to use
   * @return an operator for {@code Flowable.compose} and {@code Observable.compose}
   * @throws IllegalArgumentException if the scheduler is of another kind
   */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(Duration first, Duration idle, Scheduler on) {
    return new WheelTimeout<>(IdleTime.of(first, idle).on(on));
  }

  /**
   * Returns an operator that fails a stream with a {@code TimeoutException} if the first element,
   * or a further one, doesn't come in its time.
   *
   * @param <T> the type of the elements
   * @param first the longest time from the subscription to the first element
   * @param idle the longest time without an element after that
   * @param on the timer to use
   * @return an operator for {@code Flowable.compose} and {@code Observable.compose}
   */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(Duration first, Duration idle, WheelTimer on) {
    return new WheelTimeout<>(IdleTime.of(first, idle).on(on));
  }

  /**
   * Returns an operator that switches to another publisher if no element comes for too long. Uses
   * the {@link WheelTimer#shared} timer.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Flowable.compose}
   */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      Duration idle, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(idle), fallback);
  }

  /**
   * Returns an operator that switches to another publisher if no element comes for too long.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param on a {@code WheelScheduler} or {@code WheelTestScheduler}, whose timer to use
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Flowable.compose}
   * @throws IllegalArgumentException if the scheduler is of another kind
   */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      Duration idle, Scheduler on, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(idle).on(on), fallback);
  }

  /**
   * Returns an operator that switches to another publisher if no element comes for too long.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param on the timer to use
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Flowable.compose}
   */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      Duration idle, WheelTimer on, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(idle).on(on), fallback);
  }

  /**
   * Returns an operator that switches to another publisher if no element comes for too long. Uses
   * the {@link WheelTimer#shared} timer.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param unit the unit of that time
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Flowable.compose}
   */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      long idle, TimeUnit unit, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(idle, unit), fallback);
  }

  /**
   * Returns an operator that switches to another publisher if no element comes for too long.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param unit the unit of that time
   * @param on a {@code WheelScheduler} or {@code WheelTestScheduler}, whose timer to use
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Flowable.compose}
   * @throws IllegalArgumentException if the scheduler is of another kind
   */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      long idle, TimeUnit unit, Scheduler on, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(idle, unit).on(on), fallback);
  }

  /**
   * Returns an operator that switches to another publisher if the first element, or a further one,
   * doesn't come in its time. Uses the {@link WheelTimer#shared} timer.
   *
   * @param <T> the type of the elements
   * @param first the longest time from the subscription to the first element
   * @param idle the longest time without an element after that
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Flowable.compose}
   */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      Duration first, Duration idle, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(first, idle), fallback);
  }

  /**
   * Returns an operator that switches to another publisher if the first element, or a further one,
   * doesn't come in its time.
   *
   * @param <T> the type of the elements
   * @param first the longest time from the subscription to the first element
   * @param idle the longest time without an element after that
   * @param on a {@code WheelScheduler} or {@code WheelTestScheduler}, whose timer to use
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Flowable.compose}
   * @throws IllegalArgumentException if the scheduler is of another kind
   */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      Duration first, Duration idle, Scheduler on, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(first, idle).on(on), fallback);
  }

  /**
   * Returns an operator that switches to another publisher if the first element, or a further one,
   * doesn't come in its time.
   *
   * @param <T> the type of the elements
   * @param first the longest time from the subscription to the first element
   * @param idle the longest time without an element after that
   * @param on the timer to use
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Flowable.compose}
   */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      Duration first, Duration idle, WheelTimer on, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(first, idle).on(on), fallback);
  }

  /**
   * Returns an operator that switches to another source if no element comes for too long. Uses the
   * {@link WheelTimer#shared} timer.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Observable.compose}
   */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      Duration idle, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(idle), fallback);
  }

  /**
   * Returns an operator that switches to another source if no element comes for too long.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param on a {@code WheelScheduler} or {@code WheelTestScheduler}, whose timer to use
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Observable.compose}
   * @throws IllegalArgumentException if the scheduler is of another kind
   */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      Duration idle, Scheduler on, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(idle).on(on), fallback);
  }

  /**
   * Returns an operator that switches to another source if no element comes for too long.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param on the timer to use
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Observable.compose}
   */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      Duration idle, WheelTimer on, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(idle).on(on), fallback);
  }

  /**
   * Returns an operator that switches to another source if no element comes for too long. Uses the
   * {@link WheelTimer#shared} timer.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param unit the unit of that time
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Observable.compose}
   */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      long idle, TimeUnit unit, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(idle, unit), fallback);
  }

  /**
   * Returns an operator that switches to another source if no element comes for too long.
   *
   * @param <T> the type of the elements
   * @param idle the longest time without an element
   * @param unit the unit of that time
   * @param on a {@code WheelScheduler} or {@code WheelTestScheduler}, whose timer to use
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Observable.compose}
   * @throws IllegalArgumentException if the scheduler is of another kind
   */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      long idle, TimeUnit unit, Scheduler on, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(idle, unit).on(on), fallback);
  }

  /**
   * Returns an operator that switches to another source if the first element, or a further one,
   * doesn't come in its time. Uses the {@link WheelTimer#shared} timer.
   *
   * @param <T> the type of the elements
   * @param first the longest time from the subscription to the first element
   * @param idle the longest time without an element after that
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Observable.compose}
   */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      Duration first, Duration idle, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(first, idle), fallback);
  }

  /**
   * Returns an operator that switches to another source if the first element, or a further one,
   * doesn't come in its time.
   *
   * @param <T> the type of the elements
   * @param first the longest time from the subscription to the first element
   * @param idle the longest time without an element after that
   * @param on a {@code WheelScheduler} or {@code WheelTestScheduler}, whose timer to use
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Observable.compose}
   * @throws IllegalArgumentException if the scheduler is of another kind
   */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      Duration first, Duration idle, Scheduler on, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(first, idle).on(on), fallback);
  }

  /**
   * Returns an operator that switches to another source if the first element, or a further one,
   * doesn't come in its time.
   *
   * @param <T> the type of the elements
   * @param first the longest time from the subscription to the first element
   * @param idle the longest time without an element after that
   * @param on the timer to use
   * @param fallback subscribed to after the timeout; has no time limit itself
   * @return an operator for {@code Observable.compose}
   */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      Duration first, Duration idle, WheelTimer on, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(first, idle).on(on), fallback);
  }

  private static <T> FlowableTransformer<T, T> flowable(
      IdleTime time, Publisher<? extends T> fallback) {
    Objects.requireNonNull(fallback, "fallback is null");
    return source -> new IdleTimeoutFlowable<>(source, time, fallback);
  }

  private static <T> ObservableTransformer<T, T> observable(
      IdleTime time, ObservableSource<? extends T> fallback) {
    Objects.requireNonNull(fallback, "fallback is null");
    return source -> new IdleTimeoutObservable<>(source, time, fallback);
  }
}
