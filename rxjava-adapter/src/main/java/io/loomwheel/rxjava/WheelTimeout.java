package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableTransformer;
import java.util.Objects;

/**
 * An idle timeout, for {@code Flowable.compose} as well as for {@code Observable.compose}. Made by
 * {@link WheelOperators}. Immutable.
 *
 * @param <T> the type of the elements
 */
public final class WheelTimeout<T>
    implements FlowableTransformer<T, T>, ObservableTransformer<T, T> {
  private final IdleTime time;

  WheelTimeout(IdleTime time) {
    this.time = time;
  }

  @Override
  public Flowable<T> apply(Flowable<T> upstream) {
    Objects.requireNonNull(upstream, "upstream is null");
    return new IdleTimeoutFlowable<>(upstream, upstream::subscribe, time, null);
  }

  @Override
  public Observable<T> apply(Observable<T> upstream) {
    return IdleTimeoutFlowable.of(Objects.requireNonNull(upstream, "upstream is null"), time, null);
  }
}
