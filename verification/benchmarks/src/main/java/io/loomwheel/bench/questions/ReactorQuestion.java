package io.loomwheel.bench.questions;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.questions.Ways.Kept;
import io.loomwheel.bench.questions.Ways.Way;
import io.loomwheel.bench.timers.PeerTimers;
import io.loomwheel.charts.Role;
import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.reactor.WheelOperators;
import io.loomwheel.reactor.WheelScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** What an idle timeout costs for each element of a stream, and what a delay costs, in Reactor. */
final class ReactorQuestion {
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final int PENDING = 200_000;

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long DELAY_NANOS = 10 * STEP_NANOS;
  private static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final Way<Scheduler> FORK_JOIN_POOL =
      new Way<>(
          "ForkJoinPool",
          Role.PEER,
          () -> kept(Schedulers.fromExecutorService(PeerTimers.forkJoinPool())));

  static List<Contest> contests(Sizes sizes) {
    return List.of(
        timeouts(0),
        timeouts(PENDING),
        delays(sizes.timers(), "ending evenly", STEP_NANOS),
        delays(sizes.timers(), "ending in bursts", 1));
  }

  static <T> Ways<Scheduler, Function<Flux<T>, Flux<T>>> ways(Duration idle) {
    return new Ways<>(
        new Way<>("WheelFactory", Role.SUBJECT, () -> kept(byFactory())),
        new Way<>("WheelScheduler", Role.SUBJECT, () -> kept(WheelScheduler.create())),
        new Way<>("parallel", Role.PEER, () -> kept(Schedulers.newParallel("bench"))),
        Function.identity(),
        by -> WheelOperators.timeout(idle, (WheelScheduler) by),
        by -> stream -> stream.timeout(idle, by));
  }

  private static Kept<Scheduler> kept(Scheduler scheduler) {
    return new Kept<>(scheduler, scheduler::dispose);
  }

  /** What {@code Schedulers.parallel()} is for an application that has installed the factory. */
  private static Scheduler byFactory() {
    ThreadFactory threads = Thread.ofPlatform().daemon().name("bench-", 0).factory();
    int cores = Runtime.getRuntime().availableProcessors();
    Scheduler made = new WheelFactory(WheelTimer.shared()).newParallel(cores, threads);
    made.init();
    return made;
  }

  private static Contest timeouts(int pending) {
    List<Entrant> entrants =
        ReactorQuestion.<Integer>ways(IDLE).timeouts((by, timeout) -> timed(by, timeout, pending));
    entrants.add(
        new Entrant("clock alone", Role.FLOOR, () -> Ways.stream(ReactorQuestion::lookAtClock)));
    entrants.add(
        FORK_JOIN_POOL.entrant(by -> timed(by, stream -> stream.timeout(IDLE, by), pending)));
    return new Contest("reactor", "", "element", entrants)
        .in("timeout of 30 s, %,d tasks pending", pending);
  }

  private static Contestant timed(
      Scheduler by, Function<Flux<Integer>, Flux<Integer>> timeout, int pending) {
    Flux<Integer> stream = Flux.range(0, Ways.ELEMENTS).hide().transform(timeout);
    Delay.background(pending, delay -> by.schedule(() -> {}, delay, TimeUnit.NANOSECONDS));
    return Ways.stream(() -> Objects.requireNonNull(stream.count().block()));
  }

  /** {@return how many elements a stream would have, for each of which it reads the clock} */
  private static long lookAtClock() {
    for (int i = 0; i < Ways.ELEMENTS; i++) {
      Meter.readClock();
    }
    return Ways.ELEMENTS;
  }

  private static Contest delays(int timers, String how, long spreadNanos) {
    Function<Scheduler, Contestant> on = by -> length -> delay(by, timers, spreadNanos);
    List<Entrant> entrants = new ArrayList<>(ways(IDLE).schedulers(on));
    entrants.add(FORK_JOIN_POOL.entrant(on));
    return new Contest("reactor", "", "delay", entrants)
        .in("Mono.delay of 10 ms, %,d in a second, %s", timers, how);
  }

  /**
   * Delays of 10 ms, begun in a second, none of which may end early. They begin in bursts, one each
   * millisecond, because a steadier pace would need a thread that spins. A random part of a spread
   * on top keeps them from ending in bursts too. One operation is one delay.
   */
  private static Round delay(Scheduler scheduler, int count, long spreadNanos)
      throws InterruptedException {
    CountDownLatch done = new CountDownLatch(count);
    LongAdder early = new LongAdder();
    long random = 1;
    Meter meter = Meter.start();
    for (int begun = 0; begun < count; ) {
      long passed = Math.min(SPAN_NANOS, meter.wallNanos());
      for (int due = (int) (passed * count / SPAN_NANOS); begun < due; begun++) {
        random = Delay.random(random);
        long delay = DELAY_NANOS + (random >>> 1) % spreadNanos;
        long start = System.nanoTime();
        Mono.delay(Duration.ofNanos(delay), scheduler)
            .subscribe(
                tick -> {
                  if (System.nanoTime() - start < delay) {
                    early.increment();
                  }
                  done.countDown();
                });
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
    done.await();
    if (early.sum() > 0) {
      throw new IllegalStateException("early: " + early + " of " + count);
    }
    return meter.stop(count, 1);
  }
}
