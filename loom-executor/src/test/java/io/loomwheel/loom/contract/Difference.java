package io.loomwheel.loom.contract;

/** What an executor is known to do otherwise than the contract says; declared by its test class. */
enum Difference {
  CANCELLED_STAY_QUEUED(
      "ScheduledThreadPoolExecutor keeps a cancelled future in its queue until the delay elapses,"
          + " unless setRemoveOnCancelPolicy(true) was called");

  private final String reason;

  Difference(String reason) {
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
