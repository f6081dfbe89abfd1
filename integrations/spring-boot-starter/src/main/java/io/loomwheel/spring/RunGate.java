package io.loomwheel.spring;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Makes runs wait while it is paused. Thread-safe. */
final class RunGate {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Guarded by the lock, as the two below. */
  private boolean paused;

  private boolean pausesNoMore;
  private int running;

  /** Runs a task once this isn't paused; not at all if the thread is interrupted before. */
  void run(Runnable task) {
    try {
      lock.lockInterruptibly();
      try {
        while (paused) {
          changed.await();
        }
        running++;
      } finally {
        lock.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    try {
      task.run();
    } finally {
      change(() -> running--);
    }
  }

  void pause() {
    change(() -> paused = !pausesNoMore);
  }

  void resume() {
    change(() -> paused = false);
  }

  /** Resumes for good. */
  void end() {
    change(
        () -> {
          paused = false;
          pausesNoMore = true;
        });
  }

  private void change(Runnable step) {
    lock.lock();
    try {
      step.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isPaused() {
    lock.lock();
    try {
      return paused;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until nothing runs, unless this isn't paused any more. */
  void awaitIdle() {
    lock.lock();
    try {
      while (paused && running > 0) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }
}
