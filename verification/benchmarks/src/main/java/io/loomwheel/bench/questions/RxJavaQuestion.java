package io.loomwheel.bench.questions;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;

/** What an idle timeout costs for each element of a stream, and what a delay costs, in RxJava. */
final class RxJavaQuestion implements Question {
  private static final int IDLE_SECONDS = 30;
  private static final int DELAY_MILLIS = 10;
  private static final int PENDING = 200_000;

  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(timeouts(0), timeouts(PENDING), delays());
  }

  private static Contest timeouts(int pending) {
    List<Entrant> entrants =
        RxWays.timeouts(IDLE_SECONDS, (by, timeout, end) -> timed(by, timeout, pending, end));
    entrants.add(
        new Entrant(
            "clock alone",
            Role.FLOOR,
            () ->
                timed(
                    Schedulers.trampoline(),
                    stream -> stream.doOnNext(RxJavaQuestion::lookAtClock),
                    0,
                    () -> {})));
    if (pending == 0) { // it would make a thread for each
      entrants.add(
          new Entrant(
              "io",
              Role.PEER,
              () -> {
                Scheduler io = RxJavaPlugins.createIoScheduler(Executors.defaultThreadFactory());
                return timed(
                    io, stream -> stream.timeout(IDLE_SECONDS, SECONDS, io), 0, io::shutdown);
              }));
    }
    String setting = String.format(Locale.ROOT, "timeout of 30 s, %,d tasks pending", pending);
    return new Contest("rxjava", setting, "element", true, entrants);
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

  private static void lookAtClock(Object element) {
    if (System.nanoTime() == 0) {
      throw new IllegalStateException("the clock is broken");
    }
  }

  private static Contest delays() {
    List<Entrant> entrants =
        RxWays.schedulers(
            (by, end) ->
                new DelayedFlowable(
                    by, stream -> stream.delay(DELAY_MILLIS, MILLISECONDS, by), PENDING, end));
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

    private final Disposable pending;
    private final Flowable<Integer> stream;
    private final Runnable end;

    DelayedFlowable(
        Scheduler scheduler,
        FlowableTransformer<Integer, Integer> delay,
        int pending,
        Runnable end) {
      this.end = end;
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
      end.run();
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
