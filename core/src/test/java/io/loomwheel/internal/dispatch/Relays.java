package io.loomwheel.internal.dispatch;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Makes relays whose every step a test takes itself, and dispatchers without a flight recorder. */
final class Relays {
  static final Executor REFUSES =
      task -> {
        throw new RejectedExecutionException("full");
      };

  /** A relay whose workers a test runs, and that no platform thread helps. */
  static TaskRelay relay(Executor threads) {
    return relay(threads, new ConcurrentLinkedQueue<>());
  }

  static TaskRelay relay(Executor threads, Queue<TaskRelay.Offer> queue) {
    return relay(threads, queue, new SteppedBackupThreads());
  }

  static TaskRelay relay(
      Executor threads, Queue<TaskRelay.Offer> queue, Rescue.BackupThreads backupThreads) {
    return new TaskRelay(
        threads, queue, backupThreads, Thread.currentThread().getContextClassLoader());
  }

  static Dispatcher dispatcher(
      Executor executor,
      @Nullable BiConsumer<? super Runnable, ? super RejectedExecutionException> onRejected) {
    Executor fresh = Dispatcher.freshThreads("test", executor);
    return new Dispatcher("test", executor, onRejected, () -> {}, fresh);
  }
}
