package io.loomwheel.bench.questions;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.server.purgatory.DelayedOperationKey;

/**
 * The keys and operations of one producer. An operation has a place, waits under its key and the
 * next ones, and can complete once one of them has turned. The producer turns a key at random,
 * checks it, and puts in anew what has completed. Used by one thread.
 */
final class ProducerKeys implements Churn.Producer<ProducerKeys.BenchmarkPurgatory> {
  /** A purgatory as its question sees it. Thread-safe; each set of keys is used by one thread. */
  interface BenchmarkPurgatory extends AutoCloseable {
    /** Puts a new operation of its keys in, to wait a minute under the keys of its place. */
    void put(ProducerKeys keys, int place);

    /** {@return how many operations were completed by a check of one of its keys} */
    int check(ProducerKeys keys, int key);

    @Override
    void close();
  }

  /** Keys that are checked between two reads of the clock. */
  private static final int SIZE = 64;

  /** How long operations wait at most. */
  static final long DELAY_MILLIS = 60_000;

  /** A key, the same for all contestants. */
  record Key(int producer, int number) implements DelayedOperationKey {
    @Override
    public String keyLabel() {
      return producer + "/" + number;
    }
  }

  private final int keysEach;
  private final int[] turns;
  private final List<List<Key>> keys = new ArrayList<>();

  /** Cells whose operation has completed. */
  private final int[] empty;

  private int empties;

  /** Makes those of the producer of a number. */
  ProducerKeys(int number, int keyCount, int keysEach, int capacity) {
    this.keysEach = keysEach;
    this.turns = new int[keyCount];
    this.empty = new int[capacity];
    for (int i = 0; i < keyCount; i++) {
      List<Key> under = new ArrayList<>();
      for (int k = 0; k < keysEach; k++) {
        under.add(new Key(number, (i + k) % keyCount));
      }
      keys.add(List.copyOf(under));
    }
  }

  @Override
  public long fill(BenchmarkPurgatory purgatory) {
    for (empties = 0; empties < empty.length; empties++) {
      empty[empties] = empties;
    }
    return refill(purgatory);
  }

  @Override
  public long work(BenchmarkPurgatory purgatory, long endNanos) {
    long ops = 0;
    long random = endNanos | 1;
    do {
      for (int i = 0; i < SIZE; i++) {
        random = Delay.random(random);
        int key = (int) ((random >>> 1) % turns.length);
        turns[key]++;
        int completed = purgatory.check(this, key);
        int again = refill(purgatory);
        if (again != completed) {
          throw new IllegalStateException(completed + " completed, " + again + " are empty");
        }
        ops += again;
      }
    } while (System.nanoTime() - endNanos < 0);
    return ops;
  }

  /** Puts an operation in for each empty place, and returns how many. */
  private int refill(BenchmarkPurgatory purgatory) {
    int count = empties;
    empties = 0;
    for (int i = 0; i < count; i++) {
      purgatory.put(this, empty[i]);
    }
    return count;
  }

  Key key(int number) {
    return keys.get(number).getFirst();
  }

  List<Key> keysOf(int place) {
    return keys.get(place % turns.length);
  }

  int turnsOf(int place) {
    int sum = 0;
    for (int k = 0; k < keysEach; k++) {
      sum += turns[(place + k) % turns.length];
    }
    return sum;
  }

  void completed(int place) {
    empty[empties++] = place;
  }
}
