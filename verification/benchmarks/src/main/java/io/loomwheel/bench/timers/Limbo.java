package io.loomwheel.bench.timers;

/** A purgatory as its question sees it. Thread-safe; each desk is used by one thread. */
public interface Limbo extends AutoCloseable {
  /** Puts a new operation of the desk in, to wait a minute under the keys of its place. */
  void put(Desk desk, int place);

  /** {@return how many operations were completed by a look at one key of the desk} */
  int check(Desk desk, int key);

  /** Ends the purgatory and its timer. */
  @Override
  void close();
}
