package io.loomwheel.bench.questions;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.loom.DeadlineScope;
import io.loomwheel.loom.Timeouts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * Futures with timeouts: done at once, as most are, or timed out. The floor is a future without a
 * timeout. Also a deadline for a block of code that does nothing.
 */
final class FuturesQuestion implements Question {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int OUTSTANDING = 1_000;
  private static final int FIRED = 500_000;

  /** Gives a future its timeout. */
  private interface Limit {
    CompletableFuture<Integer> limit(CompletableFuture<Integer> future, long nanos);
  }

  private static final Limit NONE = (future, nanos) -> future;
  private static final Limit OURS =
      (future, nanos) -> Timeouts.orTimeout(future, Duration.ofNanos(nanos));
  private static final Limit JDK = (future, nanos) -> future.orTimeout(nanos, NANOSECONDS);

  @Override
  public List<Contest> contests(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    for (int threads : List.of(1, 2)) {
      contests.add(
          new Contest(
              "futures",
              "done in time, " + threads + (threads == 1 ? " thread" : " threads"),
              "future",
              true,
              List.of(
                  done("no timeout", Role.FLOOR, NONE, threads),
                  done("Timeouts.orTimeout", Role.SUBJECT, OURS, threads),
                  done("CompletableFuture.orTimeout", Role.PEER, JDK, threads))));
    }
    contests.add(
        new Contest(
            "futures",
            "500,000 time out within 2 s",
            "future",
            false,
            List.of(
                fired("Timeouts.orTimeout", Role.SUBJECT, OURS),
                fired("CompletableFuture.orTimeout", Role.PEER, JDK))));
    contests.add(
        new Contest(
            "futures",
            "a deadline for a block, not reached",
            "block",
            true,
            List.of(new Entrant("DeadlineScope", Role.SUBJECT, Blocks::new))));
    return contests;
  }

  private static Entrant done(String name, Role role, Limit limit, int threads) {
    return new Entrant(name, role, () -> new Done(limit, threads, new ProducerThreads(threads)));
  }

  private static Entrant fired(String name, Role role, Limit limit) {
    return new Entrant(name, role, () -> new Fired(limit));
  }

  /** Each thread makes a thousand futures, and then completes them, over and over. */
  private record Done(Limit limit, int threads, ProducerThreads crew) implements Contestant {
    @Override
    public Round round(long lengthNanos) throws Exception {
      Meter meter = Meter.start();
      long endNanos = meter.startNanos() + lengthNanos;
      List<Callable<Long>> jobs = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        jobs.add(() -> complete(endNanos));
      }
      return meter.stop(crew.run(jobs), threads);
    }

    private long complete(long endNanos) {
      List<CompletableFuture<Integer>> futures = new ArrayList<>(OUTSTANDING);
      long ops = 0;
      do {
        for (int i = 0; i < OUTSTANDING; i++) {
          futures.add(limit.limit(new CompletableFuture<>(), LONG.toNanos()));
        }
        for (CompletableFuture<Integer> future : futures) {
          if (!future.complete(1)) {
            throw new IllegalStateException("timed out");
          }
        }
        futures.clear();
        ops += OUTSTANDING;
      } while (System.nanoTime() - endNanos < 0);
      return ops;
    }

    @Override
    public void close() {
      crew.close();
    }
  }

  private record Fired(Limit limit) implements Contestant {
    @Override
    public Round round(long lengthNanos) throws Exception {
      SplittableRandom random = new SplittableRandom(FIRED);
      CountDownLatch left = new CountDownLatch(FIRED);
      Meter meter = Meter.start();
      for (int i = 0; i < FIRED; i++) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        CompletableFuture<Integer> unused =
            future.whenComplete((value, failure) -> left.countDown());
        CompletableFuture<Integer> unusedSame =
            limit.limit(future, random.nextLong(SECONDS.toNanos(1), SECONDS.toNanos(2)));
      }
      left.await();
      return meter.stop(FIRED, 1);
    }

    @Override
    public void close() {}
  }

  private static final class Blocks implements Contestant {
    @Override
    public Round round(long lengthNanos) {
      Meter meter = Meter.start();
      long ops = 0;
      long expired = 0;
      do {
        for (int i = 0; i < OUTSTANDING; i++) {
          try (DeadlineScope deadline = DeadlineScope.within(LONG)) {
            expired += deadline.isExpired() ? 1 : 0;
          }
        }
        ops += OUTSTANDING;
      } while (System.nanoTime() - meter.startNanos() < lengthNanos);
      if (expired != 0) {
        throw new IllegalStateException("expired: " + expired);
      }
      return meter.stop(ops, 1);
    }

    @Override
    public void close() {}
  }
}
