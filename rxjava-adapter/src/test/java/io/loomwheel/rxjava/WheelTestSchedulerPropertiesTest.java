package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Scheduler.Worker;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.TestScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Any program does the same at the same times on this scheduler as on RxJava's own, as long as it
 * doesn't turn back the time. One that fails is shrunk to the shortest.
 */
class WheelTestSchedulerPropertiesTest {
  private static final int WORKERS = 3;
  private static final long NOT_MOVED = -1;

  /** What a step does, and what a task does when it runs. */
  enum Deed {
    SCHEDULE,
    SCHEDULE_UNDELAYED,
    SCHEDULE_PERIODICALLY,
    DIRECT,
    DIRECT_PERIODICALLY,
    DISPOSE,
    DISPOSE_WORKER,
    THROW
  }

  /**
   * One step: first the deed, then the time is moved.
   *
   * @param deed what to do; THROW only in a task
   * @param nanos delay, and period
   * @param other which Worker, or which of all tasks so far to dispose of
   * @param then what the submitted task does
   * @param advance how far to move the time after that, if at all; the tasks' steps don't
   */
  record Step(Deed deed, long nanos, int other, List<Step> then, long advance) {}

  private static Arbitrary<Step> steps(Arbitrary<List<Step>> then, Deed... deeds) {
    return Combinators.combine(
            Arbitraries.of(deeds),
            Arbitraries.oneOf(
                Arbitraries.longs().between(0, 4), Arbitraries.longs().between(0, 2_000)),
            Arbitraries.integers().between(0, 50),
            then,
            Arbitraries.oneOf(
                Arbitraries.of(NOT_MOVED, 0L),
                Arbitraries.longs().between(0, 8),
                Arbitraries.longs().between(0, 2_000)))
        .as(Step::new);
  }

  @Provide
  Arbitrary<List<Step>> programs() {
    Deed[] all = Deed.values();
    Deed[] outside = Stream.of(all).filter(deed -> deed != Deed.THROW).toArray(Deed[]::new);
    Arbitrary<List<Step>> leaf = steps(Arbitraries.just(List.of()), all).list().ofMaxSize(2);
    Arbitrary<List<Step>> task = steps(leaf, all).list().ofMaxSize(3);
    return steps(task, outside).list().ofMaxSize(25);
  }

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void anyProgram_doesTheSameAsOnTestScheduler(
      @ForAll("programs") List<Step> program, @ForAll boolean late) {
    long start = late ? 1000 : 0;
    TestScheduler stock = new TestScheduler(start, NANOSECONDS);
    WheelTestScheduler ours = new WheelTestScheduler(start, NANOSECONDS);
    List<String> expected =
        new Bench(stock, to -> stock.advanceTimeTo(to, NANOSECONDS)).run(program);
    List<String> actual = new Bench(ours, to -> ours.advanceTimeTo(to, NANOSECONDS)).run(program);
    assertThat(actual).isEqualTo(expected);
  }

  /** Runs a program and writes down what happens when. */
  private static final class Bench {
    /** Keeps tasks that submit periodic tasks from filling a long move. */
    private static final int MOST = 400;

    private final Scheduler scheduler;
    private final LongConsumer mover;
    private final List<Worker> workers = new ArrayList<>();
    private final List<Disposable> tasks = new ArrayList<>();
    private final List<String> trace = new ArrayList<>();

    Bench(Scheduler scheduler, LongConsumer mover) {
      this.scheduler = scheduler;
      this.mover = mover;
      for (int i = 0; i < WORKERS; i++) {
        workers.add(scheduler.createWorker());
      }
    }

    List<String> run(List<Step> program) {
      RxJavaPlugins.setErrorHandler(error -> trace.add("reported " + error.getMessage()));
      try {
        program.forEach(this::performAndMove);
      } finally {
        RxJavaPlugins.reset();
      }
      return trace;
    }

    private void performAndMove(Step step) {
      perform(step);
      if (step.advance() == NOT_MOVED) {
        return;
      }
      long to = scheduler.now(NANOSECONDS) + step.advance();
      for (boolean thrown = true; thrown; ) {
        thrown = moveTo(to);
      }
      trace.add("now " + scheduler.now(NANOSECONDS));
    }

    private boolean moveTo(long to) {
      try {
        mover.accept(to);
        return false;
      } catch (IllegalStateException onPurpose) {
        trace.add(onPurpose.getMessage() + " at " + scheduler.now(NANOSECONDS));
        return true;
      }
    }

    private void perform(Step step) {
      Worker worker = workers.get(step.other() % WORKERS);
      long nanos = step.nanos();
      Runnable task = task(step.then());
      switch (step.deed()) {
        case SCHEDULE -> tasks.add(worker.schedule(task, nanos, NANOSECONDS));
        case SCHEDULE_UNDELAYED -> tasks.add(worker.schedule(task));
        case SCHEDULE_PERIODICALLY ->
            tasks.add(worker.schedulePeriodically(task, nanos, nanos + 1, NANOSECONDS));
        case DIRECT -> tasks.add(scheduler.scheduleDirect(task, nanos, NANOSECONDS));
        case DIRECT_PERIODICALLY ->
            tasks.add(scheduler.schedulePeriodicallyDirect(task, nanos, nanos + 1, NANOSECONDS));
        case DISPOSE -> {
          if (!tasks.isEmpty()) {
            tasks.get(step.other() % tasks.size()).dispose();
          }
        }
        case DISPOSE_WORKER -> worker.dispose();
        case THROW -> throw new IllegalStateException("thrown");
      }
    }

    private Runnable task(List<Step> then) {
      int number = tasks.size();
      return () -> {
        if (trace.size() < MOST) {
          trace.add("task " + number + " at " + scheduler.now(NANOSECONDS));
          then.forEach(this::perform);
        } else {
          tasks.forEach(Disposable::dispose);
        }
      };
    }
  }
}
