package io.loomwheel.reactor.blockhound;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;
import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingMethod;

/**
 * BlockHound, told that the threads made here may not block. Two things are left to a driver: it
 * sleeps in {@code Driver.sleepUntil}, and it spins, but doesn't park, while a producer holds the
 * lock of a shard for the moment that appending takes. Installed once, without its ready-made
 * exceptions for libraries. It reports rather than throws, for a driver would swallow what it
 * throws.
 */
final class Hound {
  private static final String NAME = "may-not-block-";
  private static final ThreadFactory THREADS = Thread.ofPlatform().daemon().name(NAME, 0).factory();
  private static final Queue<Throwable> REPORTS = new ConcurrentLinkedQueue<>();

  static {
    BlockHound.builder()
        .nonBlockingThreadPredicate(
            others -> others.or(thread -> thread.getName().startsWith(NAME)))
        .blockingMethodCallback(
            call -> {
              if (!isSpinOfADriver(call)) {
                REPORTS.add(new Throwable(call + " on " + Thread.currentThread().getName()));
              }
            })
        .allowBlockingCallsInside("io.loomwheel.drive.Driver", "sleepUntil")
        .install();
  }

  private Hound() {}

  private static boolean isSpinOfADriver(BlockingMethod call) {
    if (!call.getName().equals("onSpinWait") && !call.getName().startsWith("yield")) {
      return false;
    }
    List<String> stack =
        Stream.of(Thread.currentThread().getStackTrace())
            .map(frame -> frame.getClassName() + "." + frame.getMethodName())
            .toList();
    return stack.contains("io.loomwheel.drive.ShardFields.lock")
        && stack.contains("io.loomwheel.drive.Driver.turnSafely");
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
