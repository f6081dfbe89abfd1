package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;

/** A stream that is never idle, from a source on the calling thread. One operation: an element. */
final class TimedFlowable implements Contestant {
  private static final int ELEMENTS = 50_000;

  private final Flowable<Integer> stream;
  private final Disposable pending;
  private final Runnable end;

  TimedFlowable(Scheduler scheduler, FlowableTransformer<Integer, Integer> timeout, int pending) {
    this(scheduler, timeout, pending, scheduler::shutdown);
  }

  /** The end is called once, in place of a shutdown. */
  TimedFlowable(
      Scheduler scheduler,
      FlowableTransformer<Integer, Integer> timeout,
      int pending,
      Runnable end) {
    this.end = end;
    this.stream = Flowable.range(0, ELEMENTS).hide().compose(timeout);
    this.pending = Background.schedule(scheduler, pending);
  }

  @Override
  public Round round(long lengthNanos) {
    long ops = 0;
    Meter meter = Meter.start();
    do {
      long count = stream.count().blockingGet();
      if (count != ELEMENTS) {
        throw new IllegalStateException("elements lost: " + count);
      }
      ops += ELEMENTS;
    } while (System.nanoTime() - meter.startNanos() < lengthNanos);
    return meter.stop(ops, 1);
  }

  @Override
  public void close() {
    pending.dispose();
    end.run();
  }
}
