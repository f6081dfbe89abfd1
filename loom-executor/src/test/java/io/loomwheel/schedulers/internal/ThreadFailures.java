package io.loomwheel.schedulers.internal;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.ArrayList;
import java.util.List;

/** Catches what the handler of uncaught exceptions of the test's thread is given. */
final class ThreadFailures implements AutoCloseable {
  final List<String> messages = new ArrayList<>();
  private final UncaughtExceptionHandler before =
      Thread.currentThread().getUncaughtExceptionHandler();

  ThreadFailures() {
    Thread.currentThread()
        .setUncaughtExceptionHandler((thread, failure) -> messages.add(failure.getMessage()));
  }

  @Override
  public void close() {
    Thread.currentThread().setUncaughtExceptionHandler(before);
  }
}
