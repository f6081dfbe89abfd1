package io.loomwheel;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/** A program for a JVM of its own: the first recording begins while the driver sleeps for long. */
final class RecordedLater {
  private RecordedLater() {}

  public static void main(String[] args) throws InterruptedException {
    BlockingQueue<RecordedEvent> censuses = new LinkedBlockingQueue<>();
    try (WheelTimer timer = WheelTimer.builder().name("quiet").build();
        RecordingStream stream = recordingOnceItSleeps(timer)) {
      stream.enable("io.loomwheel.Census").withPeriod(Duration.ofMillis(100));
      stream.onEvent("io.loomwheel.Census", censuses::add);
      stream.startAsync();
      RecordedEvent census = censuses.poll(20, SECONDS);
      System.out.println(census == null ? "no census" : "pending: " + census.getLong("pending"));
    }
  }

  private static RecordingStream recordingOnceItSleeps(WheelTimer timer) {
    timer.schedule(() -> {}, Duration.ofDays(1));
    while (Thread.getAllStackTraces().keySet().stream()
        .noneMatch(
            thread ->
                thread.getName().equals("quiet-driver")
                    && thread.getState() == Thread.State.TIMED_WAITING)) {
      Thread.onSpinWait();
    }
    return new RecordingStream();
  }
}
