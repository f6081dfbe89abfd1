package io.loomwheel.internal.dispatch;

import java.util.concurrent.Semaphore;

/** A thread that stops at each step until it is told to go on. */
final class Actor {
  private final Semaphore go = new Semaphore(0);
  private final Semaphore stopped = new Semaphore(0);
  private final Runnable body;
  private boolean started;

  /** Whether others may count on it: not on a check or a backup thread. */
  final boolean inCharge;

  /** Whether it only checks the relay. */
  boolean checks;

  /** Where it has stopped; written by whoever of the two is running. */
  String where;

  /** What it knows there. */
  String note = "";

  Actor(String where, Runnable body) {
    this(where, body, true);
  }

  Actor(String where, Runnable body, boolean inCharge) {
    this.where = where;
    this.body = body;
    this.inCharge = inCharge;
  }

  boolean canStep() {
    return !where.equals("gone") && !where.equals("blocked");
  }

  /** Goes on to the next stop. */
  void advance() {
    if (started) {
      go.release();
    } else {
      started = true;
      Thread.startVirtualThread(this::live);
    }
    stopped.acquireUninterruptibly();
  }

  private void live() {
    body.run();
    where = "gone";
    note = "";
    stopped.release();
  }

  void stopAt(String where) {
    this.where = where;
    stopped.release();
    go.acquireUninterruptibly();
  }

  /** Lets it go for good. */
  void release() {
    go.release(1000);
  }

  @Override
  public String toString() {
    return where + note;
  }
}
