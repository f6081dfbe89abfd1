package io.loomwheel.loom.contract;

/** What an executor is known to do otherwise than the contract says; declared by its test class. */
enum Difference {
  /** ScheduledThreadPoolExecutor cancels, rather than rejects, what it queues as it terminates. */
  LATE_ARE_CANCELLED,

  /**
   * WheelExecutorService.close() of an interrupted thread cancels what has not begun, because
   * nobody gets what shutdownNow() returns, and whoever waits for it would do so for ever.
   */
  CLOSE_CANCELS
}
