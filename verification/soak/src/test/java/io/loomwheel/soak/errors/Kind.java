package io.loomwheel.soak.errors;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.SerialExecutor;
import io.loomwheel.loom.Timeouts;
import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.reactor.WheelOperators;
import io.loomwheel.reactor.WheelScheduler;
import io.loomwheel.recipes.HeartbeatTask;
import io.loomwheel.recipes.LeaseRenewal;
import io.loomwheel.rxjava.WheelPlugins;
import io.loomwheel.soak.submitter.Place;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * What takes jobs: those that run now, once, or in periods. One that loses what runs out of memory,
 * and says so, has no place here: an executor of the user's, for one, refuses by any exception.
 */
@SuppressWarnings("ImmutableEnumChecker") // functions without state
enum Kind {
  TIMER("once", (on, hand) -> job -> timeout(on, job)),
  REACTOR("once period", (on, hand) -> reactor(WheelScheduler.on(on))),
  REACTOR_DELEGATING(
      "once period",
      (on, hand) -> reactor(WheelScheduler.delegating(on, Schedulers.fromExecutor(hand)))),

  /** Reactor's own threads, which take what is due in batches. */
  REACTOR_PARALLEL(
      "once period", (on, hand) -> reactor(new WheelFactory(on).newParallel(2, Kind::daemon))),
  REACTOR_ELASTIC(
      "once period",
      (on, hand) -> reactor(new WheelFactory(on).newBoundedElastic(2, 1000, Kind::daemon, 1))),
  REACTOR_IDLE("once", (on, hand) -> job -> reactorIdle(on, job)),
  RX("once period", (on, hand) -> rx(io.loomwheel.rxjava.WheelScheduler.on(on))),
  RX_DELEGATING(
      "once period",
      (on, hand) ->
          rx(
              io.loomwheel.rxjava.WheelScheduler.delegating(
                  on, io.reactivex.rxjava3.schedulers.Schedulers.from(hand)))),
  RX_COMPUTATION("once period", (on, hand) -> rxComputation(on)),
  RX_IDLE("once", (on, hand) -> job -> rxIdle(on, job)),
  EXECUTOR(
      "once period",
      (on, hand) ->
          scheduling(WheelExecutorService.builder().timer(on).taskExecutor(hand).build())),
  OR_TIMEOUT("once", (on, hand) -> job -> orTimeout(on, job)),
  SERIAL("now", (on, hand) -> executing(new SerialExecutor(hand))),
  VIRTUAL(
      "now", (on, hand) -> executing(VirtualThreadExecutor.builder().maxRunning(1, 99).build())),
  HEARTBEAT(
      "period",
      (on, hand) -> job -> HeartbeatTask.start(on, job.delay(), 1000, new Owner(job))::close),
  LEASE("period", (on, hand) -> job -> lease(on, job));

  /** In the name of a scheduler that has some. */
  private static final Pattern TASKS = Pattern.compile("\\b[1-9]\\d* tasks");

  private static final Scheduler THREADS = RxJavaPlugins.createComputationScheduler(Kind::daemon);

  private final String offers;
  private final BiFunction<WheelTimer, Executor, Subject> make;

  /** Takes an executor too, whose tasks run when the test says so. */
  Kind(String offers, BiFunction<WheelTimer, Executor, Subject> make) {
    this.offers = offers;
    this.make = make;
  }

  Subject make(WheelTimer on, Executor hand) {
    return make.apply(on, hand);
  }

  boolean isNow() {
    return offers.equals("now");
  }

  /** {@return whether a job runs in periods, if that is to be where there is a choice} */
  boolean isPeriodic(boolean ifBoth) {
    return offers.equals("period") || (ifBoth && offers.contains("period"));
  }

  private static Runnable timeout(WheelTimer timer, Job job) {
    return timer.newTimeout(self -> job.run(), job.delayMillis, MILLISECONDS)::cancel;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "errors");
    thread.setDaemon(true);
    return thread;
  }

  private static Subject reactor(reactor.core.scheduler.Scheduler scheduler) {
    scheduler.init();
    return Subject.of(
        Place.of(scheduler),
        () -> Place.of(scheduler.createWorker()),
        () ->
            !(scheduler instanceof WheelScheduler wheel)
                || Objects.equals(wheel.scan(Scannable.Attr.BUFFERED), 0),
        scheduler::dispose);
  }

  private static Runnable reactorIdle(WheelTimer timer, Job job) {
    return Flux.never()
            .transform(WheelOperators.timeout(job.delay(), timer))
            .subscribe(any -> {}, timedOut -> job.run())
        ::dispose;
  }

  private static Subject rx(Scheduler scheduler) {
    return Subject.of(
        Place.of(scheduler),
        () -> Place.of(scheduler.createWorker()),
        () -> !TASKS.matcher(scheduler.toString()).find(),
        () -> {});
  }

  /** RxJava's own threads, which take what is due in batches. */
  private static Subject rxComputation(WheelTimer timer) {
    WheelPlugins.install(timer);
    try {
      return rx(RxJavaPlugins.onComputationScheduler(THREADS));
    } finally {
      WheelPlugins.uninstall();
    }
  }

  private static Runnable rxIdle(WheelTimer timer, Job job) {
    return Flowable.never()
            .compose(io.loomwheel.rxjava.WheelOperators.timeout(job.delay(), timer))
            .subscribe(any -> {}, timedOut -> job.run())
        ::dispose;
  }

  private static Subject scheduling(ScheduledExecutorService executor) {
    return job -> {
      Future<?> taken =
          job.periodic
              ? executor.scheduleAtFixedRate(job, job.delayMillis, Job.PERIOD, MILLISECONDS)
              : executor.schedule(job, job.delayMillis, MILLISECONDS);
      return () -> taken.cancel(false);
    };
  }

  private static Subject executing(Executor executor) {
    return job -> {
      executor.execute(job);
      return () -> {};
    };
  }

  private static Runnable orTimeout(WheelTimer timer, Job job) {
    CompletableFuture<String> future = new CompletableFuture<>();
    var unused =
        future.whenComplete(
            (value, cause) -> {
              if (cause instanceof TimeoutException) {
                job.run();
              }
            });
    CompletableFuture<String> timed = Timeouts.orTimeout(timer, future, job.delay());
    return () -> timed.complete("cancelled");
  }

  private static Runnable lease(WheelTimer timer, Job job) {
    LeaseRenewal renewal = LeaseRenewal.of(timer, job.delay().multipliedBy(3), new Owner(job));
    renewal.start();
    return renewal::cancel;
  }

  /** Of a connection or a lease. Who is told of its end waits for nothing more. */
  private record Owner(Job job) implements HeartbeatTask.Channel, LeaseRenewal.Lease {
    @Override
    public void heartbeat() {
      job.run();
    }

    @Override
    public boolean renew() {
      job.run();
      return true;
    }

    @Override
    public void lost(int unanswered) {
      job.mayEnd = true;
    }

    @Override
    public void unwatched(RejectedExecutionException why) {
      job.mayEnd = true;
    }

    @Override
    public void lost(Throwable cause) {
      job.mayEnd = true;
    }
  }
}
