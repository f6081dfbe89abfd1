package io.loomwheel.loom.contract;

/** What an executor is known to do otherwise than the contract says; declared by its test class. */
enum Difference {
  CANCELLED_STAY_QUEUED(
      "ScheduledThreadPoolExecutor keeps a cancelled future in its queue until the delay elapses,"
          + " unless setRemoveOnCancelPolicy(true) was called"),
  LATE_ARE_CANCELLED(
      "ScheduledThreadPoolExecutor cancels, rather than rejects, what it queues just as it terminates"),
  CLOSE_CANCELS(
      "WheelExecutorService.close() of an interrupted thread cancels what has not begun, because"
          + " nobody gets what shutdownNow() returns, and whoever waits for it would do so for ever");

  private final String reason;

  Difference(String reason) {
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
