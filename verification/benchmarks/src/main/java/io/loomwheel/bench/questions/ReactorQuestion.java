package io.loomwheel.bench.questions;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.reactor.WheelOperators;
import io.loomwheel.reactor.WheelScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
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
final class ReactorQuestion implements Question {
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final int PENDING = 200_000;
  private static final String VIRTUAL = "boundedElastic, virtual";
  private static final int QUEUED = 400_000;
  private static final long MILLI_NANOS = 1_000_000;

  /** A scheduler that is made for one contest. */
  private record Kind(String name, Role role, Callable<? extends Scheduler> make) {
    /**
     * {@return whether it keeps cancelled timeouts until they would have been due} Reactor doesn't
     * ask the executor that delays tasks of virtual threads to remove them, though it does so for
     * platform threads.
     */
    boolean hoards() {
      return name.equals(VIRTUAL);
    }
  }

  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(
        timeouts(0),
        timeouts(PENDING),
        delays(sizes.timers(), "ending evenly", MILLI_NANOS),
        delays(sizes.timers(), "ending in bursts", 1));
  }

  private static List<Kind> kinds() {
    return List.of(
        new Kind("WheelScheduler", Role.SUBJECT, WheelScheduler::create),
        new Kind("parallel by WheelFactory", Role.SUBJECT, ReactorQuestion::byFactory),
        new Kind("parallel", Role.PEER, () -> Schedulers.newParallel("bench")),
        new Kind(
            "boundedElastic", Role.PEER, () -> Schedulers.newBoundedElastic(10, QUEUED, "bench")),
        new Kind(VIRTUAL, Role.PEER, ReactorQuestion::onVirtualThreads),
        new Kind("ForkJoinPool", Role.PEER, ReactorQuestion::onForkJoinPool));
  }

  /** What {@code Schedulers.parallel()} is for an application that has installed the factory. */
  static Scheduler byFactory() {
    ThreadFactory threads = Thread.ofPlatform().daemon().name("bench-", 0).factory();
    int cores = Runtime.getRuntime().availableProcessors();
    Scheduler made = new WheelFactory(WheelTimer.shared()).newParallel(cores, threads);
    made.init();
    return made;
  }

  /** What {@code boundedElastic()} is for an application that asks for virtual threads. */
  private static Scheduler onVirtualThreads() {
    ThreadFactory threads = Thread.ofVirtual().name("bench-", 0).factory();
    Scheduler made =
        new Schedulers.Factory() {}.newThreadPerTaskBoundedElastic(10, QUEUED, threads);
    made.init();
    return made;
  }

  private static Scheduler onForkJoinPool() {
    ForkJoinPool pool = new ForkJoinPool();
    if (!((Object) pool instanceof ScheduledExecutorService)) {
      pool.shutdown();
      throw new UnsupportedOperationException("keeps time from JDK 25 on");
    }
    return Schedulers.fromExecutorService(pool);
  }

  private static Contest timeouts(int pending) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(new Entrant("clock alone", Role.FLOOR, BareClock::new));
    entrants.add(
        new Entrant(
            "no timeout",
            Role.FLOOR,
            () -> timed(Schedulers.newSingle("bench"), Function.identity(), 0)));
    entrants.add(
        new Entrant(
            "WheelOperators",
            Role.SUBJECT,
            () -> {
              WheelScheduler wheel = WheelScheduler.create();
              return timed(wheel, WheelOperators.timeout(IDLE, wheel), pending);
            }));
    for (Kind kind : kinds()) {
      entrants.add(
          new Entrant(
              kind.name(),
              kind.role(),
              kind.hoards()
                  ? () -> Renewed.open(() -> timedStream(kind, pending))
                  : () -> timedStream(kind, pending)));
    }
    String setting = String.format(Locale.ROOT, "timeout of 30 s, %,d tasks pending", pending);
    return new Contest("reactor", setting, "element", true, entrants);
  }

  private static TimedStream timedStream(Kind kind, int pending) throws Exception {
    Scheduler scheduler = kind.make().call();
    return timed(scheduler, flux -> flux.timeout(IDLE, scheduler), pending);
  }

  private static TimedStream timed(
      Scheduler scheduler, Function<Flux<Integer>, Flux<Integer>> timeout, int pending) {
    Flux<Integer> stream = Flux.range(0, TimedStream.ELEMENTS).hide().transform(timeout);
    Background.forEach(pending, delay -> scheduler.schedule(() -> {}, delay, TimeUnit.NANOSECONDS));
    return new TimedStream(
        () -> Objects.requireNonNull(stream.count().block()), scheduler::dispose);
  }

  private static Contest delays(int timers, String how, long spreadNanos) {
    List<Entrant> entrants = new ArrayList<>();
    for (Kind kind : kinds()) {
      entrants.add(
          new Entrant(
              kind.name(),
              kind.role(),
              () -> new DelayedMonos(kind.make().call(), timers, spreadNanos)));
    }
    String setting =
        String.format(Locale.ROOT, "Mono.delay of 10 ms, %,d in a second, %s", timers, how);
    return new Contest("reactor", setting, "delay", false, entrants);
  }

  /** Reads the clock, and nothing else. One operation is one read. */
  static final class BareClock implements Contestant {
    private static final int READS = 50_000;

    @Override
    public Round round(long lengthNanos) {
      long ops = 0;
      Meter meter = Meter.start();
      do {
        for (int i = 0; i < READS; i++) {
          if (System.nanoTime() == Long.MIN_VALUE) { // never, but the compiler doesn't know
            throw new IllegalStateException("the clock is broken");
          }
        }
        ops += READS;
      } while (System.nanoTime() - meter.startNanos() < lengthNanos);
      return meter.stop(ops, 1);
    }

    @Override
    public void close() {}
  }

  /**
   * Delays of 10 ms, begun in a second, none of which may end early. They begin in bursts, one each
   * millisecond, because a steadier pace would need a thread that spins. A random part of a spread
   * on top keeps them from ending in bursts too. One operation is one delay.
   */
  static final class DelayedMonos implements Contestant {
    private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Scheduler scheduler;
    private final int count;
    private final long spreadNanos;

    DelayedMonos(Scheduler scheduler, int count, long spreadNanos) {
      this.scheduler = scheduler;
      this.count = count;
      this.spreadNanos = spreadNanos;
    }

    @Override
    public Round round(long lengthNanos) throws InterruptedException {
      CountDownLatch done = new CountDownLatch(count);
      LongAdder early = new LongAdder();
      long random = 1;
      Meter meter = Meter.start();
      for (int begun = 0; begun < count; ) {
        long passed = Math.min(SPAN_NANOS, System.nanoTime() - meter.startNanos());
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

    @Override
    public void close() {
      scheduler.dispose();
    }
  }
}
