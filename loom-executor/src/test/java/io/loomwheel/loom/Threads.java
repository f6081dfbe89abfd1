package io.loomwheel.loom;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;

/** Kinds of threads. */
enum Threads {
  PLATFORM(Thread.ofPlatform().factory()),
  VIRTUAL(Thread.ofVirtual().factory());

  @SuppressWarnings("ImmutableEnumChecker") // a factory without state
  final ThreadFactory factory;

  Threads(ThreadFactory factory) {
    this.factory = factory;
  }

  /** Runs a task on a thread of its own. */
  <T> FutureTask<T> start(Callable<T> task) {
    FutureTask<T> future = new FutureTask<>(task);
    factory.newThread(future).start();
    return future;
  }

  /** {@return what the handler of uncaught exceptions of this thread gets meanwhile} */
  static List<Throwable> uncaughtDuring(Runnable steps) {
    List<Throwable> uncaught = new ArrayList<>();
    Thread.currentThread().setUncaughtExceptionHandler((where, what) -> uncaught.add(what));
    try {
      steps.run();
    } finally {
      Thread.currentThread().setUncaughtExceptionHandler(null);
    }
    return uncaught;
  }

  /** {@return what ends virtual threads that hold all carriers until then} */
  static AutoCloseable holdingAllCarriers() {
    AtomicBoolean end = new AtomicBoolean();
    List<Thread> busy = new ArrayList<>();
    for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
      busy.add(
          Thread.startVirtualThread(
              () -> {
                while (!end.get()) {
                  Thread.onSpinWait();
                }
              }));
    }
    return () -> {
      end.set(true);
      for (Thread thread : busy) {
        thread.join();
      }
    };
  }
}
