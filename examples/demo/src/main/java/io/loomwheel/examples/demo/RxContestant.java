package io.loomwheel.examples.demo;

import io.loomwheel.WheelTimer;
import io.loomwheel.rxjava.WheelOperators;
import io.loomwheel.rxjava.WheelPlugins;
import io.loomwheel.rxjava.WheelScheduler;
import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/** A way to watch a {@code Flowable}. Immutable. */
record RxContestant(
    String id,
    String title,
    Clockwork clockwork,
    BiFunction<Flowable<Quote>, Duration, Flowable<Quote>> watch,
    Runnable plugins)
    implements Contestant {
  static List<Contestant> on(WheelTimer timer) {
    WheelScheduler wheel = WheelScheduler.on(timer);
    return List.of(
        new RxContestant(
            "rxjava",
            "no timeout",
            Clockwork.NONE,
            (flowable, idle) -> flowable,
            WheelPlugins::uninstall),
        new RxContestant(
            "rxjava-computation",
            "timeout(d), computation()",
            Clockwork.STOCK,
            RxContestant::timeout,
            WheelPlugins::uninstall),
        new RxContestant(
            "rxjava-plugins",
            "timeout(d), WheelPlugins",
            Clockwork.WHEEL,
            RxContestant::timeout,
            () -> WheelPlugins.install(timer)),
        new RxContestant(
            "rxjava-scheduler",
            "timeout(d, WheelScheduler)",
            Clockwork.WHEEL,
            (flowable, idle) -> flowable.timeout(idle.toNanos(), TimeUnit.NANOSECONDS, wheel),
            WheelPlugins::uninstall),
        new RxContestant(
            "rxjava-operators",
            "WheelOperators.timeout(d)",
            Clockwork.WHEEL,
            (flowable, idle) -> flowable.compose(WheelOperators.timeout(idle, wheel)),
            WheelPlugins::uninstall));
  }

  private static Flowable<Quote> timeout(Flowable<Quote> flowable, Duration idle) {
    return flowable.timeout(idle.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public Library library() {
    return Library.RXJAVA;
  }

  @Override
  public void install() {
    plugins.run();
    RxJavaPlugins.setErrorHandler(tooLate -> {}); // a timeout of a stream that was just closed
  }

  @Override
  public void uninstall() {
    RxJavaPlugins.setErrorHandler(null);
    WheelPlugins.uninstall();
  }

  @Override
  public Runnable open(Feeds feeds, int stream, Duration idle, Watched watched) {
    Flowable<Quote> quotes =
        Flowable.create(
            emitter -> {
              feeds.listen(stream, emitter::onNext);
              emitter.setCancellable(() -> feeds.close(stream));
            },
            BackpressureStrategy.MISSING);
    Disposable open = watch.apply(quotes, idle).subscribe(watched::onElement, watched::onEnd);
    return open::dispose;
  }
}
