package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.core.ObservableSource;
import io.reactivex.rxjava3.core.ObservableTransformer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.reactivestreams.Publisher;

/**
 * Operators that use the wheel better than a {@code Scheduler} can, for {@code compose}:
 *
 * <pre>{@code
 * flowable.compose(WheelOperators.timeout(Duration.ofSeconds(30)))
 * observable.compose(WheelOperators.timeout(30, TimeUnit.SECONDS))
 * }</pre>
 *
 * <p>The timeouts mean what {@code timeout} of {@code Flowable} and {@code Observable} means: the
 * first element has to come within the time from the subscription, each further one within the time
 * from when the one before was passed on. Otherwise the source is disposed of, and a {@link
 * java.util.concurrent.TimeoutException} or the fallback follows; of what comes too late, elements
 * are dropped and an error goes to {@code RxJavaPlugins.onError}. There is one timer for each
 * subscription, put off in place: an element costs a look at the clock and a compare-and-set, no
 * allocation and no lock. A time of zero or less is up as soon as the wheel turns, one that
 * overflows never.
 *
 * <p>A timeout is signalled on the executor of the timer, by default on a virtual thread. A
 * subscription that finds the timer stopped, its limit reached, or the scheduler shut down, fails
 * with a {@link java.util.concurrent.RejectedExecutionException}. A timer that is stopped later
 * ends no stream, and no longer watches it either; a scheduler that is shut down later changes
 * nothing.
 *
 * <p>{@code Single}, {@code Maybe} and {@code Completable} need nothing like it: their own {@code
 * timeout} on a {@link WheelScheduler} arms one task and disposes of it.
 */
@SuppressWarnings("overloads") // nothing is both a Publisher and an ObservableSource
public final class WheelOperators {
  private WheelOperators() {}

  /**
   * Fails with a {@code TimeoutException} if no element comes for too long. Waits on the {@link
   * WheelTimer#shared} timer.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @return for {@code Flowable.compose} and {@code Observable.compose}
   */
  public static <T> WheelTimeout<T> timeout(Duration idle) {
    return new WheelTimeout<>(IdleTime.of(idle, null));
  }

  /**
   * Fails with a {@code TimeoutException} if no element comes for too long.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @param on whose timer to wait on
   * @return for {@code Flowable.compose} and {@code Observable.compose}
   */
  public static <T> WheelTimeout<T> timeout(Duration idle, WheelScheduler on) {
    return new WheelTimeout<>(IdleTime.of(idle, Objects.requireNonNull(on, "on is null")));
  }

  /**
   * Fails with a {@code TimeoutException} if no element comes for too long. Waits on the {@link
   * WheelTimer#shared} timer.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @param unit of that time
   * @return for {@code Flowable.compose} and {@code Observable.compose}
   */
  public static <T> WheelTimeout<T> timeout(long idle, TimeUnit unit) {
    return new WheelTimeout<>(new IdleTime(idle, unit, null));
  }

  /**
   * Fails with a {@code TimeoutException} if no element comes for too long.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @param unit of that time
   * @param on whose timer to wait on
   * @return for {@code Flowable.compose} and {@code Observable.compose}
   */
  public static <T> WheelTimeout<T> timeout(long idle, TimeUnit unit, WheelScheduler on) {
    return new WheelTimeout<>(new IdleTime(idle, unit, Objects.requireNonNull(on, "on is null")));
  }

  /**
   * Goes on with another publisher if no element comes for too long. Waits on the {@link
   * WheelTimer#shared} timer.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @param fallback subscribed to then; may be as slow as it likes
   * @return for {@code Flowable.compose}
   */
  public static <T> FlowableTransformer<T, T> timeout(
      Duration idle, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(idle, null), fallback);
  }

  /**
   * Goes on with another publisher if no element comes for too long.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @param on whose timer to wait on
   * @param fallback subscribed to then; may be as slow as it likes
   * @return for {@code Flowable.compose}
   */
  public static <T> FlowableTransformer<T, T> timeout(
      Duration idle, WheelScheduler on, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(idle, Objects.requireNonNull(on, "on is null")), fallback);
  }

  /**
   * Goes on with another publisher if no element comes for too long. Waits on the {@link
   * WheelTimer#shared} timer.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @param unit of that time
   * @param fallback subscribed to then; may be as slow as it likes
   * @return for {@code Flowable.compose}
   */
  public static <T> FlowableTransformer<T, T> timeout(
      long idle, TimeUnit unit, Publisher<? extends T> fallback) {
    return flowable(new IdleTime(idle, unit, null), fallback);
  }

  /**
   * Goes on with another publisher if no element comes for too long.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @param unit of that time
   * @param on whose timer to wait on
   * @param fallback subscribed to then; may be as slow as it likes
   * @return for {@code Flowable.compose}
   */
  public static <T> FlowableTransformer<T, T> timeout(
      long idle, TimeUnit unit, WheelScheduler on, Publisher<? extends T> fallback) {
    return flowable(new IdleTime(idle, unit, Objects.requireNonNull(on, "on is null")), fallback);
  }

  /**
   * Goes on with another source if no element comes for too long. Waits on the {@link
   * WheelTimer#shared} timer.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @param fallback subscribed to then; may be as slow as it likes
   * @return for {@code Observable.compose}
   */
  public static <T> ObservableTransformer<T, T> timeout(
      Duration idle, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(idle, null), fallback);
  }

  /**
   * Goes on with another source if no element comes for too long.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @param on whose timer to wait on
   * @param fallback subscribed to then; may be as slow as it likes
   * @return for {@code Observable.compose}
   */
  public static <T> ObservableTransformer<T, T> timeout(
      Duration idle, WheelScheduler on, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(idle, Objects.requireNonNull(on, "on is null")), fallback);
  }

  /**
   * Goes on with another source if no element comes for too long. Waits on the {@link
   * WheelTimer#shared} timer.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @param unit of that time
   * @param fallback subscribed to then; may be as slow as it likes
   * @return for {@code Observable.compose}
   */
  public static <T> ObservableTransformer<T, T> timeout(
      long idle, TimeUnit unit, ObservableSource<? extends T> fallback) {
    return observable(new IdleTime(idle, unit, null), fallback);
  }

  /**
   * Goes on with another source if no element comes for too long.
   *
   * @param <T> of the elements
   * @param idle how long there may be none
   * @param unit of that time
   * @param on whose timer to wait on
   * @param fallback subscribed to then; may be as slow as it likes
   * @return for {@code Observable.compose}
   */
  public static <T> ObservableTransformer<T, T> timeout(
      long idle, TimeUnit unit, WheelScheduler on, ObservableSource<? extends T> fallback) {
    return observable(new IdleTime(idle, unit, Objects.requireNonNull(on, "on is null")), fallback);
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
