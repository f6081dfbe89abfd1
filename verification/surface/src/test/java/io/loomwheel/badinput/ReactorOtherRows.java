package io.loomwheel.badinput;

import static io.loomwheel.badinput.Bad.MAX;
import static io.loomwheel.badinput.Bad.MIN;
import static io.loomwheel.badinput.Bad.NEGATIVE;
import static io.loomwheel.badinput.Bad.ZERO;
import static io.loomwheel.badinput.Outcome.accepts;
import static io.loomwheel.badinput.Outcome.illegal;

import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.reactor.WheelOperators;
import io.loomwheel.reactor.WheelScheduler;
import io.loomwheel.reactor.test.WheelVirtualTime;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** What there is beside Reactor's scheduler. */
final class ReactorOtherRows {
  static List<Table<?>> tables() {
    return List.of(builder(), factory(), operators(), virtualTime());
  }

  private static Table<WheelScheduler.Builder> builder() {
    Table<WheelScheduler.Builder> table =
        Table.of(WheelScheduler.Builder.class, world -> WheelScheduler.builder());
    table.chaining("timer(WheelTimer timer)");
    BuilderRows.named(table);
    table.chaining("taskExecutor(Executor executor)", "interruptOnDispose(boolean on)");
    table.asking("build()");
    return table;
  }

  /** Reactor's own rules, in its own words. */
  private static Table<WheelFactory> factory() {
    Table<WheelFactory> table =
        Table.of(WheelFactory.class, world -> new WheelFactory(world.timer))
            .state("timer stopped", (world, factory) -> world.timer.stop());
    table.row("WheelFactory(WheelTimer timer)");
    table
        .row("newParallel(int parallelism, ThreadFactory threadFactory)")
        .when("parallelism", illegal("n > 0 required but it was {}"), accepts())
        .inEachState(accepts());
    table.row("newSingle(ThreadFactory threadFactory)").inEachState(accepts());
    table
        .row(
            "newBoundedElastic(int threadCap, int queuedTaskCap, ThreadFactory threadFactory,"
                + " int ttlSeconds)")
        .positive("threadCap", "maxThreads must be strictly positive, was {}", accepts())
        .positive(
            "queuedTaskCap", "maxTaskQueuedPerThread must be strictly positive, was {}", accepts())
        .when("ttlSeconds", illegal("TTL must be strictly positive, was {}000ms"), MIN, NEGATIVE)
        .when("ttlSeconds", illegal("TTL must be strictly positive, was {}ms"), ZERO)
        .when("ttlSeconds", accepts(), MAX)
        .inEachState(accepts());
    table
        .row(
            "newThreadPerTaskBoundedElastic(int threadCap, int queuedTaskCap,"
                + " ThreadFactory threadFactory)")
        .positive("threadCap", "maxThreads must be strictly positive, was {}", accepts())
        .positive(
            "queuedTaskCap", "maxTasksQueuedPerThread must be strictly positive, was {}", accepts())
        .inEachState(accepts());
    return table;
  }

  private static Table<WheelOperators> operators() {
    Table<WheelOperators> table = Table.of(WheelOperators.class);
    for (String first : List.of("", "Duration first, ")) {
      for (String fallback : List.of("", ", Publisher fallback")) {
        for (String on : List.of("", ", Scheduler on", ", WheelTimer on")) {
          Streams.timeout(
              table.row("timeout(" + first + "Duration idle" + fallback + on + ")"),
              ReactorOtherRows::watched,
              world -> WheelScheduler.on(world.timer),
              ReactorOtherRows::disposed,
              Schedulers.immediate());
        }
      }
    }
    return table;
  }

  private static Object disposed(World world) {
    WheelScheduler scheduler = WheelScheduler.on(world.timer);
    scheduler.dispose();
    return scheduler;
  }

  @SuppressWarnings("unchecked") // the type that is returned
  private static Streams.Watched watched(Object operator) {
    Streams.Watched watched = new Streams.Watched();
    Flux<Object> source = Flux.never();
    watched.dispose =
        ((Function<Flux<Object>, Flux<Object>>) operator)
                .apply(source)
                .subscribe(one -> {}, watched::failed, watched::completed)
            ::dispose;
    return watched;
  }

  private static Table<WheelVirtualTime> virtualTime() {
    Table<WheelVirtualTime> table = Table.of(WheelVirtualTime.class);
    table.row("withVirtualTime(Supplier scenario)");
    table
        .row("withVirtualTime(Supplier scenario, long initialRequest)")
        .when("initialRequest", illegal("'n' should be >= 0 but was {}"), MIN, NEGATIVE)
        .when("initialRequest", accepts(), ZERO, MAX);
    return table;
  }
}
