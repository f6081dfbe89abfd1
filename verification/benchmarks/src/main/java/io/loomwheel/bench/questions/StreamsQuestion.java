package io.loomwheel.bench.questions;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.rxjava.WheelPlugins;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/**
 * What an idle timeout costs where there are many streams, and elements come to one after the other
 * at random: then nothing of a stream is in a cache. Floors are the streams without a timeout, and
 * with the library's operator on a scheduler that arms nothing.
 */
final class StreamsQuestion implements Question {
  private static final int FEW = 1_000;
  private static final int MANY = 50_000;
  private static final int MOST = 1_000_000;

  /** What a million streams of all contestants need. */
  private static final long BYTES_OF_MOST = 12L << 30;

  /** A million streams take minutes to make and to weigh; nothing may fire meanwhile. */
  private static long idleSeconds(int count) {
    return count < MOST ? 30 : 1_800;
  }

  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(
        rxJava(MANY), reactor(MANY), rxJava(FEW), reactor(FEW), rxJava(MOST), reactor(MOST));
  }

  private static Contest rxJava(int count) {
    return contest(
        "RxJava",
        count,
        List.of(
            new Entrant("no timeout", Role.FLOOR, () -> flowables(count, it -> it, () -> {})),
            new Entrant("nothing armed", Role.FLOOR, () -> timed(count, new IdleRxScheduler())),
            new Entrant("WheelOperators", Role.SUBJECT, () -> rxOperator(count)),
            new Entrant("WheelPlugins", Role.SUBJECT, () -> rxPlugins(count)),
            new Entrant(
                "WheelScheduler",
                Role.SUBJECT,
                () -> timed(count, io.loomwheel.rxjava.WheelScheduler.create())),
            new Entrant(
                "computation",
                Role.PEER,
                () ->
                    timed(
                        count,
                        RxJavaPlugins.createComputationScheduler(
                            Executors.defaultThreadFactory())))));
  }

  private static Contest reactor(int count) {
    return contest(
        "Reactor",
        count,
        List.of(
            new Entrant("no timeout", Role.FLOOR, () -> fluxes(count, it -> it, () -> {})),
            new Entrant("nothing armed", Role.FLOOR, () -> timed(count, new IdleScheduler())),
            new Entrant("WheelOperators", Role.SUBJECT, () -> operator(count)),
            new Entrant(
                "WheelFactory", Role.SUBJECT, () -> timed(count, ReactorQuestion.byFactory())),
            new Entrant(
                "WheelScheduler",
                Role.SUBJECT,
                () -> timed(count, io.loomwheel.reactor.WheelScheduler.create())),
            new Entrant(
                "parallel",
                Role.PEER,
                () -> timed(count, reactor.core.scheduler.Schedulers.newParallel("bench")))));
  }

  private static Contest contest(String library, int count, List<Entrant> entrants) {
    String setting = String.format(Locale.ROOT, "%s, %,d streams, timeout of 30 s", library, count);
    return new Contest("streams", setting, "element", true, entrants);
  }

  private static void checkHeap(int count) {
    if (count >= MOST && Runtime.getRuntime().maxMemory() < BYTES_OF_MOST) {
      throw new UnsupportedOperationException("a million streams of each need a heap of 12 GB");
    }
  }

  // --- RxJava ---

  private static ManyStreams flowables(
      int count, FlowableTransformer<Integer, Integer> timeout, Runnable end)
      throws InterruptedException {
    checkHeap(count);
    return new ManyStreams(
        count,
        source -> {
          var unused = Flowable.fromPublisher(source).compose(timeout).subscribe(element -> {});
        },
        end);
  }

  private static ManyStreams timed(int count, io.reactivex.rxjava3.core.Scheduler scheduler)
      throws InterruptedException {
    return flowables(
        count,
        stream -> stream.timeout(idleSeconds(count), SECONDS, scheduler),
        scheduler::shutdown);
  }

  private static ManyStreams rxOperator(int count) throws InterruptedException {
    io.loomwheel.rxjava.WheelScheduler wheel = io.loomwheel.rxjava.WheelScheduler.create();
    return flowables(
        count,
        io.loomwheel.rxjava.WheelOperators.timeout(idleSeconds(count), SECONDS, wheel),
        wheel::shutdown);
  }

  private static ManyStreams rxPlugins(int count) throws InterruptedException {
    WheelTimer timer = WheelTimer.create();
    WheelPlugins.install(timer);
    return flowables(
        count,
        stream -> stream.timeout(idleSeconds(count), SECONDS, Schedulers.computation()),
        () -> {
          WheelPlugins.uninstall();
          timer.stop();
        });
  }

  // --- Reactor ---

  private static ManyStreams fluxes(
      int count, Function<Flux<Integer>, Flux<Integer>> timeout, Runnable end)
      throws InterruptedException {
    checkHeap(count);
    return new ManyStreams(
        count,
        source -> {
          var unused = Flux.from(source).transform(timeout).subscribe();
        },
        end);
  }

  private static ManyStreams timed(int count, Scheduler scheduler) throws InterruptedException {
    return fluxes(
        count,
        stream -> stream.timeout(Duration.ofSeconds(idleSeconds(count)), scheduler),
        scheduler::dispose);
  }

  private static ManyStreams operator(int count) throws InterruptedException {
    io.loomwheel.reactor.WheelScheduler wheel = io.loomwheel.reactor.WheelScheduler.create();
    return fluxes(
        count,
        io.loomwheel.reactor.WheelOperators.timeout(Duration.ofSeconds(idleSeconds(count)), wheel),
        wheel::dispose);
  }
}
