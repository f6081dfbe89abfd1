package io.loomwheel.loom.internal;

import java.util.ArrayList;
import java.util.List;

/** Keeps what the tasks of a scheduler threw. */
final class RecordedLibrary implements Library {
  final List<String> failures = new ArrayList<>();
  private boolean goesOn;
  private int terminations;

  /** Has periodic tasks run again in spite of a failure. */
  void goOn() {
    goesOn = true;
  }

  @Override
  public boolean failed(Throwable cause, boolean periodic) {
    failures.add(cause.getMessage() + (periodic ? ", periodic" : ""));
    return goesOn;
  }

  @Override
  public void terminated() {
    terminations++;
  }

  int terminations() {
    return terminations;
  }
}
