package io.loomwheel.schedulers.internal;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.schedulers.internal.TaskOwner.Library;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Keeps what the tasks of a scheduler threw. */
final class RecordedLibrary implements Library {
  final List<String> failures = new ArrayList<>();
  private boolean goesOn;

  /** Called as a failure is handled. */
  Runnable asItFails = () -> {};

  /** Called as the last task has ended. */
  Runnable asItTerminates = () -> {};

  private final CountDownLatch terminated = new CountDownLatch(1);
  private int terminations;

  /** Has periodic tasks run again in spite of a failure. */
  void goOn() {
    goesOn = true;
  }

  @Override
  public boolean failed(Throwable cause, boolean periodic) {
    failures.add(cause.getMessage() + (periodic ? ", periodic" : ""));
    asItFails.run();
    return goesOn;
  }

  @Override
  public void terminated() {
    terminations++;
    asItTerminates.run();
    terminated.countDown();
  }

  void awaitTermination() throws InterruptedException {
    assertThat(terminated.await(20, SECONDS)).isTrue();
  }

  int terminations() {
    return terminations;
  }
}
