package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.JdkExecutors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
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
  private static final long MILLI_NANOS = 1_000_000;

  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(
        timeouts(0),
        timeouts(PENDING),
        delays(sizes.timers(), "ending evenly", MILLI_NANOS),
        delays(sizes.timers(), "ending in bursts", 1));
  }

  private static Entrant forkJoinPool(ReactorWays.On on) {
    return ReactorWays.entrant(
        "ForkJoinPool",
        Role.PEER,
        () -> Schedulers.fromExecutorService(JdkExecutors.forkJoinPool()),
        on);
  }

  private static Contest timeouts(int pending) {
    List<Entrant> entrants =
        ReactorWays.<Integer>timeouts(IDLE, (by, timeout) -> timed(by, timeout, pending));
    entrants.add(new Entrant("clock alone", Role.FLOOR, BareClock::new));
    entrants.add(forkJoinPool(by -> timed(by, stream -> stream.timeout(IDLE, by), pending)));
    String setting = String.format(Locale.ROOT, "timeout of 30 s, %,d tasks pending", pending);
    return new Contest("reactor", setting, "element", true, entrants);
  }

  private static TimedStream timed(
      Scheduler scheduler, Function<Flux<Integer>, Flux<Integer>> timeout, int pending) {
    Flux<Integer> stream = Flux.range(0, TimedStream.ELEMENTS).hide().transform(timeout);
    Background.forEach(pending, delay -> scheduler.schedule(() -> {}, delay, TimeUnit.NANOSECONDS));
    return new TimedStream(
        () -> Objects.requireNonNull(stream.count().block()), scheduler::dispose);
  }

  private static Contest delays(int timers, String how, long spreadNanos) {
    ReactorWays.On on = by -> new DelayedMonos(by, timers, spreadNanos);
    List<Entrant> entrants = new ArrayList<>(ReactorWays.schedulers(on));
    entrants.add(forkJoinPool(on));
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
