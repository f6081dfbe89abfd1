package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.liveheap.LiveHeap;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Many streams, each with an idle timeout that never ends, and one thread that sends an element to
 * one after the other at random. One operation: an element. Each stream has had one before the
 * rounds begin.
 */
public final class ManyStreams implements Contestant {
  /** Elements between two reads of the clock. */
  private static final int SIZE = 64;

  private static final Integer ELEMENT = 1;

  private final Source[] sources;
  private final double bytes;
  private long random = 1;

  /** Makes the streams. */
  public ManyStreams(int count, Consumer<Publisher<Integer>> subscribe) {
    this.sources = new Source[count];
    long before = LiveHeap.bytes();
    for (int i = 0; i < count; i++) {
      sources[i] = new Source();
      subscribe.accept(sources[i]);
      sources[i].send();
    }
    this.bytes = (LiveHeap.bytes() - before) / (double) count;
  }

  @Override
  public Round round(long lengthNanos) {
    return Meter.loop(lengthNanos, this::send).with("bytes a stream", bytes);
  }

  private long send() {
    for (int i = 0; i < SIZE; i++) {
      random = Delay.random(random);
      sources[(int) ((random >>> 1) % sources.length)].send();
    }
    return SIZE;
  }

  /** The source of a stream, by hand. */
  private static final class Source implements Publisher<Integer>, Subscription {
    @SuppressWarnings("NullAway.Init") // subscribed to at once
    private Subscriber<? super Integer> down;

    @Override
    public void subscribe(Subscriber<? super Integer> subscriber) {
      down = subscriber;
      subscriber.onSubscribe(this);
    }

    void send() {
      down.onNext(ELEMENT);
    }

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }
}
