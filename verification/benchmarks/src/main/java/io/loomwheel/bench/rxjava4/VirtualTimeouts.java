package io.loomwheel.bench.rxjava4;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.measure.Rounds;
import io.loomwheel.bench.questions.ManyStreams;
import io.loomwheel.charts.Role;
import io.loomwheel.liveheap.LiveHeap;
import io.loomwheel.rxjava4.WheelOperators;
import io.loomwheel.rxjava4.WheelPlugins;
import io.loomwheel.rxjava4.WheelScheduler;
import io.reactivex.rxjava4.core.Flowable;
import io.reactivex.rxjava4.core.FlowableTransformer;
import io.reactivex.rxjava4.core.Scheduler;
import io.reactivex.rxjava4.core.Single;
import io.reactivex.rxjava4.core.SingleObserver;
import io.reactivex.rxjava4.core.SingleTransformer;
import io.reactivex.rxjava4.disposables.CompositeDisposable;
import io.reactivex.rxjava4.disposables.Disposable;
import io.reactivex.rxjava4.schedulers.Schedulers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.reactivestreams.FlowAdapters;

/**
 * What timeouts cost in RxJava 4, on {@code Schedulers.virtual()} as it is, and with its delays
 * moved onto the wheel by {@code WheelPlugins}: on each element of many streams, of many {@code
 * Single} at once, and where they end. The only argument is the number of rounds.
 */
public final class VirtualTimeouts {
  private static final int STREAMS = 50_000;
  private static final int SINGLES = 1_000_000;
  private static final int ENDING = 100_000;
  private static final long LEAST_MICROS = 500_000;
  private static final long SPAN_MICROS = 1_000_000;
  private static final int IDLE_MINUTES = 30;

  private static final int ROUNDS = 7;
  private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final List<Kind> KINDS = kinds();

  /** A scheduler by its name. */
  private record Kind(String name, Role role, Scheduler scheduler) {}

  /** Plays the contests and prints their tables. */
  public static void main(String[] args) throws Exception {
    System.out.println(System.getProperty("java.vm.name") + " " + Runtime.version());
    int rounds = args.length == 0 ? ROUNDS : Integer.parseInt(args[0]);
    for (Contest contest : List.of(elements(), singles(), endings())) {
      System.out.println("\n" + new Rounds(rounds, ROUND_NANOS, PAUSE_NANOS).play(contest).table());
    }
    System.exit(0); // threads of RxJava's own may be left
  }

  /** The peer that all others are compared with is {@code virtual()}. */
  private static List<Kind> kinds() {
    // RxJava asks once what keeps the delays of virtual(): here before the wheel is there.
    Schedulers.virtual().scheduleDirect(() -> {}, 1, NANOSECONDS);
    WheelPlugins.install(WheelTimer.create());
    Scheduler onTheWheel = Schedulers.virtual();
    WheelPlugins.uninstall(); // the view stays in use, and the peers are as they were
    return List.of(
        new Kind("virtual() with WheelPlugins", Role.SUBJECT, onTheWheel),
        new Kind("WheelScheduler", Role.SUBJECT, WheelScheduler.create()),
        new Kind("virtual()", Role.PEER, Schedulers.virtual()),
        new Kind("computation()", Role.SUBJECT, Schedulers.computation()));
  }

  private static Contest contest(
      String setting, String op, Function<Scheduler, Contestant> make, Entrant... more) {
    List<Entrant> entrants = new ArrayList<>(List.of(more));
    for (Kind kind : KINDS) {
      entrants.add(new Entrant(kind.name(), kind.role(), () -> make.apply(kind.scheduler())));
    }
    return new Contest("rxjava4", setting, op, entrants);
  }

  private static Contest elements() {
    return contest(
        "timeout of each element, 50,000 streams",
        "element",
        by -> streams(stream -> stream.timeout(IDLE_MINUTES, MINUTES, by)),
        new Entrant("no timeout", Role.FLOOR, () -> streams(stream -> stream)),
        new Entrant(
            "WheelOperators",
            Role.SUBJECT,
            () -> streams(WheelOperators.timeout(IDLE_MINUTES, MINUTES))));
  }

  private static Contestant streams(FlowableTransformer<Integer, Integer> timeout) {
    List<Disposable> subscriptions = new ArrayList<>(STREAMS);
    return Contestant.of(
        new ManyStreams(
            STREAMS,
            source ->
                subscriptions.add(
                    Flowable.fromPublisher(FlowAdapters.toFlowPublisher(source))
                        .compose(timeout)
                        .subscribe(element -> {}))),
        () -> subscriptions.forEach(Disposable::dispose));
  }

  private static Contest singles() {
    return contest(
        "1,000,000 Single.timeout at once, none ends",
        "timeout",
        by -> length -> pending(one -> one.timeout(IDLE_MINUTES, MINUTES, by)),
        new Entrant("no timeout", Role.FLOOR, () -> length -> pending(one -> one)));
  }

  /**
   * Many values that are awaited at the same time, each with a timeout, and all come in time, in
   * random order. One operation: a value, from the subscription to its end. What they take on the
   * heap is weighed in between, which isn't measured.
   */
  private static Round pending(SingleTransformer<Integer, Integer> timeout) {
    List<Awaited> awaited = Stream.generate(Awaited::new).limit(SINGLES).toList();
    List<Awaited> shuffled = new ArrayList<>(awaited);
    Collections.shuffle(shuffled, new Random(1));
    int[] seen = {0};
    long before = LiveHeap.bytes();
    Meter subscribing = Meter.start();
    for (Awaited one : awaited) {
      Disposable unused = one.compose(timeout).subscribe(value -> seen[0]++);
    }
    long wall = subscribing.wallNanos();
    long cpu = subscribing.cpuNanos();
    double bytes = LiveHeap.bytes() - before;
    Meter arriving = Meter.start();
    shuffled.forEach(Awaited::arrive);
    wall += arriving.wallNanos();
    cpu += arriving.cpuNanos();
    if (seen[0] != SINGLES) {
      throw new IllegalStateException("values lost: " + seen[0] + " of " + SINGLES);
    }
    return Round.of(SINGLES, 1, wall, cpu).with("bytes a timeout", bytes / SINGLES);
  }

  private static Contest endings() {
    return contest(
        "100,000 Single.timeout that end, within a second", "timeout", by -> length -> ending(by));
  }

  /** Values that never come, whose timeouts end evenly over a second. One operation: a timeout. */
  private static Round ending(Scheduler scheduler) throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(ENDING);
    CompositeDisposable subscriptions = new CompositeDisposable();
    Meter meter = Meter.start();
    for (int i = 0; i < ENDING; i++) {
      long micros = LEAST_MICROS + i * SPAN_MICROS / ENDING;
      subscriptions.add(
          Single.never()
              .timeout(micros, MICROSECONDS, scheduler)
              .subscribe(value -> {}, error -> ended.countDown()));
    }
    if (!ended.await(60, SECONDS)) {
      throw new IllegalStateException("timeouts lost: " + ended.getCount() + " of " + ENDING);
    }
    Round round = meter.stop(ENDING, 1);
    subscriptions.dispose();
    return round;
  }

  /** A value that comes when it is told to. */
  private static final class Awaited extends Single<Integer> {
    private static final Integer VALUE = 1;

    @SuppressWarnings("NullAway.Init") // subscribed to at once
    private SingleObserver<? super Integer> down;

    @Override
    protected void subscribeActual(SingleObserver<? super Integer> observer) {
      down = observer;
      observer.onSubscribe(Disposable.empty());
    }

    void arrive() {
      down.onSuccess(VALUE);
    }
  }
}
