package io.loomwheel.bench.timers;

/** A purgatory as its question sees it. Thread-safe; each set of keys is used by one thread. */
public interface BenchmarkPurgatory extends AutoCloseable {
  /** Puts a new operation of its keys in, to wait a minute under the keys of its place. */
  void put(ProducerKeys desk, int place);

  /** {@return how many operations were completed by a check of one of its keys} */
  int check(ProducerKeys desk, int key);

  /** Ends the purgatory and its timer. */
  @Override
  void close();
}
