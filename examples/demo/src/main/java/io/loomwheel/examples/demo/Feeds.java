package io.loomwheel.examples.demo;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The client's ends of all streams: where an element goes that came over a connection.
 *
 * <p>Thread-safe. All elements of a stream come on one thread, that of its connection.
 */
final class Feeds {
  private final AtomicReferenceArray<@Nullable Consumer<Quote>> listeners;
  private final LongAdder received = new LongAdder();

  Feeds(int streams) {
    listeners = new AtomicReferenceArray<>(streams);
  }

  /** From now on the elements of that stream go to this listener, until it is closed. */
  void listen(int stream, Consumer<Quote> listener) {
    listeners.set(stream, listener);
  }

  /** Drops the elements of that stream. */
  void close(int stream) {
    listeners.lazySet(stream, null);
  }

  void accept(Quote quote) {
    Consumer<Quote> listener = listeners.getAcquire(quote.stream());
    if (listener != null) {
      listener.accept(quote);
    }
  }

  /** Counts elements that came, dropped ones too. */
  void count(int elements) {
    received.add(elements);
  }

  long received() {
    return received.sum();
  }

  int streams() {
    return listeners.length();
  }
}
