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
 * the streams go on without a timeout, also by the {@code shutdown()} of a scheduler whose own
 * timer it is; the shutdown of any other changes nothing.
 *
 * <p>The methods return an operator for {@code compose}, and differ in their parameters. {@code
 * idle} is the longest time without an element. {@code first}, if given, is that from the
 * subscription to the first element. {@code on} is a {@code WheelTimer}, or a {@code
 * WheelScheduler} or {@code WheelTestScheduler}, whose time to use; a scheduler of another kind is
 * refused with an {@link IllegalArgumentException}. Without it, time is measured by the {@link
 * WheelTimer#shared} timer. {@code fallback} is subscribed to after the timeout, and has no time
 * limit itself.
 *
 * <p>On a {@code WheelTestScheduler} RxJava's own {@code timeout} does the work: of an element and
 * a timeout that are due at the same nanosecond, the one that was submitted first comes first. On
 * its {@code timer()}, as on any other, such a tie may go either way.
 *
 * <p>{@code Single}, {@code Maybe} and {@code Completable} don't need such an operator: their own
 * {@code timeout} on a {@link WheelScheduler} arms one task and disposes of it.
 */
@SuppressWarnings({
  "overloads", // nothing is both a Publisher and an ObservableSource
  "doclint:missing" // the parameters are the same in all methods, and described above
})
@BackpressureSupport(BackpressureKind.PASS_THROUGH)
@SchedulerSupport(SchedulerSupport.CUSTOM)
public final class WheelOperators {
  private WheelOperators() {}

  /** Fails a stream if an element is late; by the shared timer. */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(Duration idle) {
    return new WheelTimeout<>(IdleTime.of(idle));
  }

  /** Fails a stream if an element is late; by a scheduler's timer. */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(Duration idle, Scheduler on) {
    return new WheelTimeout<>(IdleTime.of(idle).on(on));
  }

  /** Fails a stream if an element is late; by a timer. */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(Duration idle, WheelTimer on) {
    return new WheelTimeout<>(IdleTime.of(idle).on(on));
  }

  /** Fails a stream if an element is late; by the shared timer. */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(long idle, TimeUnit unit) {
    return new WheelTimeout<>(IdleTime.of(idle, unit));
  }

  /** Fails a stream if an element is late; by a scheduler's timer. */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(long idle, TimeUnit unit, Scheduler on) {
    return new WheelTimeout<>(IdleTime.of(idle, unit).on(on));
  }

  /** Fails a stream if the first or a later element is late; by the shared timer. */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(Duration first, Duration idle) {
    return new WheelTimeout<>(IdleTime.of(first, idle));
  }

  /** Fails a stream if the first or a later element is late; by a scheduler's timer. */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(Duration first, Duration idle, Scheduler on) {
    return new WheelTimeout<>(IdleTime.of(first, idle).on(on));
  }

  /** Fails a stream if the first or a later element is late; by a timer. */
  @CheckReturnValue
  public static <T> WheelTimeout<T> timeout(Duration first, Duration idle, WheelTimer on) {
    return new WheelTimeout<>(IdleTime.of(first, idle).on(on));
  }

  /** Switches to the fallback if an element is late; by the shared timer. */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      Duration idle, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(idle), fallback);
  }

  /** Switches to the fallback if an element is late; by a scheduler's timer. */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      Duration idle, Scheduler on, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(idle).on(on), fallback);
  }

  /** Switches to the fallback if an element is late; by a timer. */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      Duration idle, WheelTimer on, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(idle).on(on), fallback);
  }

  /** Switches to the fallback if an element is late; by the shared timer. */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      long idle, TimeUnit unit, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(idle, unit), fallback);
  }

  /** Switches to the fallback if an element is late; by a scheduler's timer. */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      long idle, TimeUnit unit, Scheduler on, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(idle, unit).on(on), fallback);
  }

  /** Switches to the fallback if the first or a later element is late; by the shared timer. */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      Duration first, Duration idle, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(first, idle), fallback);
  }

  /** Switches to the fallback if the first or a later element is late; by a scheduler's timer. */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      Duration first, Duration idle, Scheduler on, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(first, idle).on(on), fallback);
  }

  /** Switches to the fallback if the first or a later element is late; by a timer. */
  @CheckReturnValue
  public static <T> FlowableTransformer<T, T> timeout(
      Duration first, Duration idle, WheelTimer on, Publisher<? extends T> fallback) {
    return flowable(IdleTime.of(first, idle).on(on), fallback);
  }

  /** Switches to the fallback if an element is late; by the shared timer. */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      Duration idle, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(idle), fallback);
  }

  /** Switches to the fallback if an element is late; by a scheduler's timer. */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      Duration idle, Scheduler on, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(idle).on(on), fallback);
  }

  /** Switches to the fallback if an element is late; by a timer. */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      Duration idle, WheelTimer on, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(idle).on(on), fallback);
  }

  /** Switches to the fallback if an element is late; by the shared timer. */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      long idle, TimeUnit unit, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(idle, unit), fallback);
  }

  /** Switches to the fallback if an element is late; by a scheduler's timer. */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      long idle, TimeUnit unit, Scheduler on, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(idle, unit).on(on), fallback);
  }

  /** Switches to the fallback if the first or a later element is late; by the shared timer. */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      Duration first, Duration idle, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(first, idle), fallback);
  }

  /** Switches to the fallback if the first or a later element is late; by a scheduler's timer. */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      Duration first, Duration idle, Scheduler on, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(first, idle).on(on), fallback);
  }

  /** Switches to the fallback if the first or a later element is late; by a timer. */
  @CheckReturnValue
  public static <T> ObservableTransformer<T, T> timeout(
      Duration first, Duration idle, WheelTimer on, ObservableSource<? extends T> fallback) {
    return observable(IdleTime.of(first, idle).on(on), fallback);
  }

  private static <T> FlowableTransformer<T, T> flowable(
      IdleTime time, Publisher<? extends T> fallback) {
    Objects.requireNonNull(fallback, "fallback is null");
    return source -> new IdleTimeoutFlowable<>(source, source::subscribe, time, fallback);
  }

  private static <T> ObservableTransformer<T, T> observable(
      IdleTime time, ObservableSource<? extends T> fallback) {
    Objects.requireNonNull(fallback, "fallback is null");
    return source -> IdleTimeoutFlowable.of(source, time, fallback);
  }
}
