package io.loomwheel.bench.timers;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.server.purgatory.DelayedOperationKey;

/**
 * The keys and operations of one producer. An operation has a place, waits under its key and the
 * next ones, and can complete once one of them has turned. Used by one thread.
 */
public final class ProducerKeys {
  /** How long operations wait at most. */
  static final long DELAY_MILLIS = 60_000;

  /** A key, the same for all contestants. */
  record Key(int desk, int number) implements DelayedOperationKey {
    @Override
    public String keyLabel() {
      return desk + "/" + number;
    }
  }

  private final int keysEach;
  private final int[] turns;
  private final List<List<Key>> keys = new ArrayList<>();

  /** Cells whose operation has completed. */
  private final int[] empty;

  private int empties;

  /** Makes a desk. */
  public ProducerKeys(int number, int keyCount, int keysEach, int capacity) {
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
    clear();
  }

  /** Takes all cells as empty. */
  public void clear() {
    for (empties = 0; empties < empty.length; empties++) {
      empty[empties] = empties;
    }
  }

  /** {@return how many keys} */
  public int keyCount() {
    return turns.length;
  }

  /** Lets the operations complete that wait under a key. */
  public void turn(int key) {
    turns[key]++;
  }

  /** Puts an operation in for each empty place, and returns how many. */
  public int refill(BenchmarkPurgatory limbo) {
    int count = empties;
    empties = 0;
    for (int i = 0; i < count; i++) {
      limbo.put(this, empty[i]);
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
