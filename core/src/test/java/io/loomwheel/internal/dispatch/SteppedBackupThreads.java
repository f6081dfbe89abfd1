package io.loomwheel.internal.dispatch;

import io.loomwheel.internal.dispatch.Rescue.BackupThreads;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/** Stands in for platform threads: checks and backup threads wait until the test runs them. */
class SteppedBackupThreads extends BackupThreads {
  final List<DueCheck> checks = new ArrayList<>();
  final Deque<Runnable> called = new ArrayDeque<>();
  int infos;
  int warnings;
  boolean failing;
  private long now = Long.MAX_VALUE - 1;

  /** A check, and when it is due. */
  record DueCheck(Runnable check, long atNanos) {}

  private void failIfAsked() {
    if (failing) {
      throw new RejectedExecutionException("no thread, on purpose");
    }
  }

  @Override
  public void later(Runnable check, long nanos) {
    failIfAsked();
    checks.add(new DueCheck(check, now + nanos));
  }

  @Override
  public void startBackup(Runnable backup) {
    failIfAsked();
    called.add(backup);
  }

  @Override
  public void log(boolean lasts) {
    failIfAsked();
    infos += lasts ? 0 : 1;
    warnings += lasts ? 1 : 0;
  }

  /** Lets time pass, and runs the checks that are due by then. */
  void pass(int periods) {
    for (int i = 0; i < periods; i++) {
      passAtOnce(1);
    }
  }

  /** Lets time pass of which nobody sees anything until its end. */
  void passAtOnce(int periods) {
    now += periods * PERIOD_NANOS;
    List<DueCheck> due = checks.stream().filter(check -> check.atNanos - now <= 0).toList();
    checks.removeAll(due);
    due.forEach(check -> check.check.run());
  }

  /** Runs the backup threads that were called, and those that they call. */
  void runBackups() {
    for (Runnable backup; (backup = called.poll()) != null; ) {
      backup.run();
    }
  }
}
