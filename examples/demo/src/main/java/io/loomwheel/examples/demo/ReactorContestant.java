package io.loomwheel.examples.demo;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.reactor.WheelOperators;
import io.loomwheel.reactor.WheelScheduler;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Hooks;
import reactor.core.scheduler.Schedulers;

/** A way to watch a {@code Flux}. Immutable. */
record ReactorContestant(
    String id,
    String title,
    Clockwork clockwork,
    BiFunction<Flux<Quote>, Duration, Flux<Quote>> watch,
    Schedulers.Factory factory)
    implements Contestant {
  private static final Schedulers.Factory STOCK = new Schedulers.Factory() {};

  static List<Contestant> on(WheelTimer timer) {
    WheelScheduler wheel = WheelScheduler.on(timer);
    return List.of(
        new ReactorContestant("reactor", "no timeout", Clockwork.NONE, (flux, idle) -> flux, STOCK),
        new ReactorContestant(
            "reactor-parallel", "timeout(d), parallel()", Clockwork.STOCK, Flux::timeout, STOCK),
        new ReactorContestant(
            "reactor-factory",
            "timeout(d), WheelFactory",
            Clockwork.WHEEL,
            Flux::timeout,
            new WheelFactory(timer)),
        new ReactorContestant(
            "reactor-scheduler",
            "timeout(d, WheelScheduler)",
            Clockwork.WHEEL,
            (flux, idle) -> flux.timeout(idle, wheel),
            STOCK),
        new ReactorContestant(
            "reactor-operators",
            "WheelOperators.timeout(d)",
            Clockwork.WHEEL,
            (flux, idle) -> flux.transform(WheelOperators.timeout(idle, wheel)),
            STOCK));
  }

  @Override
  public Library library() {
    return Library.REACTOR;
  }

  @Override
  public void install() {
    Schedulers.setFactory(factory);
    Hooks.onErrorDropped(tooLate -> {}); // a timeout of a stream that has just been closed
  }

  @Override
  public void uninstall() {
    Hooks.resetOnErrorDropped();
    Schedulers.resetFactory();
  }

  @Override
  public Runnable open(Feeds feeds, int stream, Duration idle, Watched watched) {
    Flux<Quote> quotes =
        Flux.push(
            sink -> {
              feeds.listen(stream, sink::next);
              sink.onDispose(() -> feeds.close(stream));
            },
            FluxSink.OverflowStrategy.IGNORE);
    Disposable open = watch.apply(quotes, idle).subscribe(watched::onElement, watched::onEnd);
    return open::dispose;
  }
}
