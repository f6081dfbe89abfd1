package io.loomwheel.bench.questions;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.rxjava.WheelOperators;
import io.loomwheel.rxjava.WheelPlugins;
import io.loomwheel.rxjava.WheelScheduler;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/** What an idle timeout costs for each element of a stream, and what a delay costs, in RxJava. */
final class RxJavaQuestion implements Question {
  private static final int IDLE_SECONDS = 30;
  private static final int DELAY_MILLIS = 10;
  private static final int PENDING = 200_000;
  private static final String IO = "io";

  /** A scheduler that is made for one contest. */
  private record Kind(String name, Role role, Callable<? extends Scheduler> make) {
    Scheduler make(int pending) throws Exception {
      if (pending > 0 && name.equals(IO)) {
        throw new UnsupportedOperationException("would make a thread for each task pending");
      }
      return make.call();
    }
  }

  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(timeouts(0), timeouts(PENDING), delays());
  }

  private static List<Kind> kinds() {
    return List.of(
        new Kind("WheelScheduler", Role.SUBJECT, WheelScheduler::create),
        new Kind("computation", Role.PEER, RxJavaQuestion::computation),
        new Kind(IO, Role.PEER, RxJavaQuestion::io),
        new Kind("virtual threads", Role.PEER, RxJavaQuestion::onVirtualThreads));
  }

  private static Scheduler computation() {
    return RxJavaPlugins.createComputationScheduler(Executors.defaultThreadFactory());
  }

  private static Scheduler io() {
    return RxJavaPlugins.createIoScheduler(Executors.defaultThreadFactory());
  }

  /** Its delays are kept by a thread that all such schedulers share. */
  private static Scheduler onVirtualThreads() {
    return Schedulers.from(Executors.newVirtualThreadPerTaskExecutor());
  }

  private static Contest timeouts(int pending) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(floor("no timeout", upstream -> upstream));
    entrants.add(floor("clock alone", upstream -> upstream.doOnNext(RxJavaQuestion::lookAtClock)));
    entrants.add(
        new Entrant(
            "WheelOperators",
            Role.SUBJECT,
            () -> {
              WheelScheduler wheel = WheelScheduler.create();
              return timed(wheel, WheelOperators.timeout(IDLE_SECONDS, SECONDS, wheel), pending);
            }));
    entrants.add(new Entrant("WheelPlugins", Role.SUBJECT, () -> withPlugins(pending)));
    for (Kind kind : kinds()) {
      entrants.add(
          new Entrant(
              kind.name(),
              kind.role(),
              () -> {
                Scheduler scheduler = kind.make(pending);
                return timed(
                    scheduler,
                    upstream -> upstream.timeout(IDLE_SECONDS, SECONDS, scheduler),
                    pending);
              }));
    }
    String setting = String.format(Locale.ROOT, "timeout of 30 s, %,d tasks pending", pending);
    return new Contest("rxjava", setting, "element", true, entrants);
  }

  /** RxJava's default, and the delays of that on the wheel. */
  private static TimedStream withPlugins(int pending) {
    settleDelaysOfExecutors();
    WheelTimer timer = WheelTimer.create();
    WheelPlugins.install(timer);
    return timed(
        Schedulers.computation(),
        upstream -> upstream.timeout(IDLE_SECONDS, SECONDS),
        pending,
        () -> {
          WheelPlugins.uninstall();
          timer.stop();
        });
  }

  private static TimedStream timed(
      Scheduler scheduler, FlowableTransformer<Integer, Integer> timeout, int pending) {
    return timed(scheduler, timeout, pending, scheduler::shutdown);
  }

  private static TimedStream timed(
      Scheduler scheduler,
      FlowableTransformer<Integer, Integer> timeout,
      int pending,
      Runnable end) {
    Flowable<Integer> stream = Flowable.range(0, TimedStream.ELEMENTS).hide().compose(timeout);
    Disposable background = Background.schedule(scheduler, pending);
    return new TimedStream(
        () -> stream.count().blockingGet(),
        () -> {
          background.dispose();
          end.run();
        });
  }

  /**
   * RxJava asks once in the life of a JVM for what delays the tasks of all schedulers that are made
   * of executors. Here it is asked before the wheel is there, lest peers ride on it, and on one
   * that is stopped after the contest.
   */
  private static void settleDelaysOfExecutors() {
    Schedulers.from(Runnable::run).scheduleDirect(() -> {}, 1, NANOSECONDS);
  }

  private static Entrant floor(String name, FlowableTransformer<Integer, Integer> added) {
    return new Entrant(name, Role.FLOOR, () -> timed(RxJavaQuestion.computation(), added, 0));
  }

  private static void lookAtClock(Object element) {
    if (System.nanoTime() == 0) {
      throw new IllegalStateException("the clock is broken");
    }
  }

  private static Contest delays() {
    List<Entrant> entrants = new ArrayList<>();
    for (Kind kind : kinds()) {
      entrants.add(
          new Entrant(
              kind.name(),
              kind.role(),
              () -> {
                Scheduler scheduler = kind.make(PENDING);
                return new DelayedFlowable(
                    scheduler,
                    upstream -> upstream.delay(DELAY_MILLIS, MILLISECONDS, scheduler),
                    PENDING);
              }));
    }
    String setting =
        String.format(
            Locale.ROOT,
            "delay of 10 ms, %,d through one Worker, %,d tasks pending",
            DelayedFlowable.ELEMENTS,
            PENDING);
    return new Contest("rxjava", setting, "delay", false, entrants);
  }

  /** A stream that is delayed as a whole, through one Worker. One operation is one element. */
  static final class DelayedFlowable implements Contestant {
    static final int ELEMENTS = 1_000_000;

    private final Scheduler scheduler;
    private final Disposable pending;
    private final Flowable<Integer> stream;

    DelayedFlowable(Scheduler scheduler, FlowableTransformer<Integer, Integer> delay, int pending) {
      this.scheduler = scheduler;
      this.stream = Flowable.range(0, ELEMENTS).compose(delay);
      this.pending = Background.schedule(scheduler, pending);
    }

    @Override
    public Round round(long lengthNanos) {
      Meter meter = Meter.start();
      Order order = new Order();
      stream.doOnNext(order::see).ignoreElements().blockingAwait(); // asks for all at once
      Round round = meter.stop(ELEMENTS, 1);
      if (order.next != ELEMENTS) {
        order.wrong++;
      }
      return round.with(List.of(new Extra("out of order", order.wrong, Fold.SUM)));
    }

    @Override
    public void close() {
      pending.dispose();
      scheduler.shutdown();
    }

    /** Counts what doesn't follow its predecessor. */
    private static final class Order {
      private int next;
      private int wrong;

      void see(int element) {
        wrong += element == next ? 0 : 1;
        next = element + 1;
      }
    }
  }
}
