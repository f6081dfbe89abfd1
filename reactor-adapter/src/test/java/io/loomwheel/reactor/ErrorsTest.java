package io.loomwheel.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorsTest {
  private final List<Object> seen = new ArrayList<>();

  /** Runs a step on a thread of its own, and waits for its end. */
  private static void onAThread(Runnable step) throws InterruptedException {
    Thread.ofPlatform().start(step).join();
  }

  @Test
  void handle_onAThreadWithoutAHandler_leavesNoneThere() throws Exception {
    onAThread(
        () -> {
          Errors.handle(new IllegalStateException("on purpose"));
          Thread thread = Thread.currentThread();
          seen.add(thread.getUncaughtExceptionHandler() == thread.getThreadGroup());
        });
    assertThat(seen).containsExactly(true);
  }

  @Test
  void handle_onAThreadWithAHandler_callsThatOneAndLeavesIt() throws Exception {
    Throwable cause = new IllegalStateException("on purpose");
    Thread.UncaughtExceptionHandler own = (thread, thrown) -> seen.add(thrown);
    onAThread(
        () -> {
          Thread thread = Thread.currentThread();
          thread.setUncaughtExceptionHandler(own);
          Errors.handle(cause);
          seen.add(thread.getUncaughtExceptionHandler());
        });
    assertThat(seen).containsExactly(cause, own);
  }
}
