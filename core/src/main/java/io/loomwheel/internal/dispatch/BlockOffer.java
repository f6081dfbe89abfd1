package io.loomwheel.internal.dispatch;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Many tasks in blocks. A drainer takes from a block that no other drainer has, while there is one,
 * so that drainers on several cores don't contend for every task. After that it takes what is left
 * in the blocks of other drainers, which may be blocked.
 *
 * <p>A task goes to the drainer that gets its number from the counter of its block.
 */
final class BlockOffer extends Offer {
  private static final int BLOCK = 16;

  /** Counters are a cache line apart. */
  private static final int STRIDE = 16;

  /** Cells are set to null as they are taken, so that a long offer holds no task that has run. */
  private final @Nullable Runnable[] tasks;

  private final int size;
  private final int blocks;

  /** Reads what a task will read first. */
  private final ToIntFunction<? super Runnable> prefetch;

  /** What the prefetch has read, so that the compiler keeps it; written by any drainer, racy. */
  @SuppressWarnings("UnusedVariable")
  private int prefetched;

  /** How many tasks of a block were given out, or a few more; added to by any drainer. */
  private final AtomicIntegerArray taken;

  /** How many blocks have, or have had, a drainer, or a few more; added to by any drainer. */
  private final AtomicInteger begun = new AtomicInteger();

  /** How many blocks have nothing left; added to by the drainer that takes the last task of one. */
  private final AtomicInteger emptied = new AtomicInteger();

  /** Blocks before this one are empty. A hint, raised by any drainer, racy. */
  private int searchFrom;

  BlockOffer(@Nullable Runnable[] tasks, int size, ToIntFunction<? super Runnable> prefetch) {
    this.tasks = tasks;
    this.size = size;
    this.prefetch = prefetch;
    this.blocks = Math.ceilDiv(size, BLOCK);
    this.taken = new AtomicIntegerArray(blocks * STRIDE);
  }

  @Override
  @Nullable Runnable take(Place place) {
    if (place.offer != this) {
      place.offer = this;
      place.block = freshBlock();
    }
    while (true) {
      int block = place.block == Place.NONE ? blockWithRest() : place.block;
      if (block == Place.NONE) {
        return null;
      }
      place.block = block;
      int i = taken.getAndIncrement(block * STRIDE);
      if (i < lengthOf(block)) {
        return takeFrom(block, i);
      }
      place.block = freshBlock();
    }
  }

  private @Nullable Runnable takeFrom(int block, int i) {
    if (i == 0) {
      prefetch(block);
    }
    if (i == lengthOf(block) - 1) {
      emptied.incrementAndGet();
    }
    int at = block * BLOCK + i;
    Runnable task = tasks[at];
    tasks[at] = null;
    return task;
  }

  /** Throws nothing: the drainer has a task's number from the counter, and no other gets it. */
  private void prefetch(int block) {
    int sum = 0;
    try {
      for (int i = 0; i < lengthOf(block); i++) {
        Runnable task = tasks[block * BLOCK + i];
        sum += task == null ? 0 : prefetch.applyAsInt(task);
      }
    } catch (Throwable untouched) {
      // the tasks run all the same, with cache misses
    }
    prefetched = sum;
  }

  private int freshBlock() {
    if (begun.get() >= blocks) {
      return Place.NONE;
    }
    int block = begun.getAndIncrement();
    return block < blocks ? block : Place.NONE;
  }

  private int blockWithRest() {
    for (int block = searchFrom; block < blocks; block++) {
      if (taken.get(block * STRIDE) < lengthOf(block)) {
        searchFrom = block;
        return block;
      }
    }
    return Place.NONE;
  }

  private int lengthOf(int block) {
    return Math.min(BLOCK, size - block * BLOCK);
  }

  @Override
  boolean isSpent() {
    return emptied.get() == blocks;
  }

  /** Reads the counter of each block. */
  @Override
  int progress() {
    int sum = 0;
    for (int block = 0; block < blocks; block++) {
      sum += Math.min(taken.get(block * STRIDE), lengthOf(block));
    }
    return sum;
  }
}
