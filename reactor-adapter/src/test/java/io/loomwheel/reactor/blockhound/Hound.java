package io.loomwheel.reactor.blockhound;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingOperationError;

/**
 * BlockHound, which knows that the threads made here may not block. A driver is left its sleep in
 * {@code Driver.sleepUntil}, and all are left what {@link WheelIntegration} allows. Installed once,
 * without the ready-made exceptions for other libraries. It reports rather than throws, for a
 * driver would swallow what it throws.
 */
final class Hound {
  private static final String NAME = "may-not-block-";
  private static final ThreadFactory THREADS = Thread.ofPlatform().daemon().name(NAME, 0).factory();
  private static final Queue<Throwable> REPORTS = new ConcurrentLinkedQueue<>();

  /** Whether a blocking call throws too, as by default. */
  static volatile boolean forbids;

  static {
    BlockHound.builder()
        .nonBlockingThreadPredicate(
            others -> others.or(thread -> thread.getName().startsWith(NAME)))
        .blockingMethodCallback(
            call -> {
              REPORTS.add(new Throwable(call + " on " + Thread.currentThread().getName()));
              if (forbids) {
                throw new BlockingOperationError(call);
              }
            })
        .with(new WheelIntegration())
        .allowBlockingCallsInside("io.loomwheel.internal.drive.Driver", "sleepUntil")
        .install();
  }

  /** {@return what makes threads that may not block} */
  static ThreadFactory threads() {
    return THREADS;
  }

  /** {@return each blocking call since the last time, with where it was} */
  static List<Throwable> reports() {
    List<Throwable> reports = List.copyOf(REPORTS);
    REPORTS.clear();
    return reports;
  }
}
