package io.loomwheel.soak.ledger;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All entries of a ledger, in arrays that are chained. Thread-safe; adding costs two atomic writes.
 * Those who read see what was added before, and perhaps what is added meanwhile.
 */
final class Entries {
  private static final int LENGTH = 4_096;

  private final Chunk first = new Chunk();

  /** The chunk that is filled, or one before it; written by whoever finds it full. */
  private volatile Chunk last = first;

  void add(Entry entry) {
    Chunk chunk = last;
    int place = chunk.taken.getAndIncrement();
    while (place >= LENGTH) {
      chunk = chunk.next();
      last = chunk; // another thread may set it back to the one before, which costs a step
      place = chunk.taken.getAndIncrement();
    }
    chunk.entries.set(place, entry);
  }

  void forEach(Consumer<Entry> action) {
    for (Chunk chunk = first; chunk != null; chunk = chunk.next) {
      int end = chunk.end();
      for (int i = 0; i < end; i++) {
        Entry entry = chunk.entries.get(i);
        if (entry != null) { // otherwise it is being added
          action.accept(entry);
        }
      }
    }
  }

  Walk walk() {
    return new Walk();
  }

  /** Goes from entry to entry and never looks back. One thread's. */
  final class Walk {
    private Chunk chunk = first;
    private int place;

    /**
     * Goes on for as long as the entries keep a rule; {@return whether all keep it, so far as they
     * were added} One that keeps it must do so for good.
     */
    boolean passes(Predicate<Entry> rule) {
      while (true) {
        int end = chunk.end();
        while (place < end) {
          Entry entry = chunk.entries.get(place);
          if (entry == null || !rule.test(entry)) {
            return false;
          }
          place++;
        }
        Chunk next = chunk.next;
        if (end < LENGTH || next == null) {
          return true;
        }
        chunk = next;
        place = 0;
      }
    }
  }

  private static final class Chunk {
    private final AtomicReferenceArray<@Nullable Entry> entries =
        new AtomicReferenceArray<>(LENGTH);

    /** How many cells are used, or more than there are. */
    private final AtomicInteger taken = new AtomicInteger();

    /** Null until this one is full; written once. */
    private volatile @Nullable Chunk next;

    int end() {
      return Math.min(taken.get(), LENGTH);
    }

    synchronized Chunk next() {
      Chunk made = next;
      if (made == null) {
        made = new Chunk();
        next = made;
      }
      return made;
    }
  }
}
