package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.functions.Function;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Returns a view on a wheel when RxJava asks for one of its schedulers; the same view each time. A
 * handler that was set before gets the view in place of the scheduler, so its replacement stays in
 * effect. Thread-safe; a call costs two volatile reads.
 */
final class TimedHandler implements Function<Scheduler, Scheduler> {
  private final WheelTimer timer;
  private final Supplier<@Nullable Function<? super Scheduler, ? extends Scheduler>> getter;
  private final Consumer<@Nullable Function<? super Scheduler, ? extends Scheduler>> setter;
  private final @Nullable Function<? super Scheduler, ? extends Scheduler> before;

  /** The view returned last; replaced under this object's monitor if the scheduler changes. */
  private volatile @Nullable RxDelegatingScheduler view;

  TimedHandler(
      WheelTimer timer,
      Supplier<@Nullable Function<? super Scheduler, ? extends Scheduler>> getter,
      Consumer<@Nullable Function<? super Scheduler, ? extends Scheduler>> setter) {
    this.timer = timer;
    this.getter = getter;
    this.setter = setter;
    this.before = getter.get();
  }

  void install() {
    setter.accept(this);
  }

  /** Puts back the handler from before, unless another was set meanwhile. */
  void uninstall() {
    if (getter.get() == this) {
      setter.accept(before);
    }
  }

  @Override
  public Scheduler apply(Scheduler stock) throws Throwable {
    Scheduler given = WheelPlugins.installed.contains(this) ? viewOf(stock) : stock;
    return before == null ? given : before.apply(given);
  }

  private RxDelegatingScheduler viewOf(Scheduler stock) {
    RxDelegatingScheduler last = view;
    return last != null && last.target == stock ? last : makeView(stock);
  }

  private synchronized RxDelegatingScheduler makeView(Scheduler stock) {
    RxDelegatingScheduler last = view;
    if (last == null || last.target != stock) {
      last = new RxDelegatingScheduler(timer, stock);
      view = last;
    }
    return last;
  }
}
