package io.loomwheel;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.testing.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecordingTest {
  @TempDir private Path dir;

  @Test
  void recording_hasWakeUpsFiresWithLatenessAndRejections() throws Exception {
    ManualClock clock = new ManualClock();
    WheelTimer timer =
        WheelTimer.builder()
            .clock(clock)
            .name("recorded")
            .tickDuration(Duration.ofMillis(1))
            .taskExecutor(
                task -> {
                  throw new RejectedExecutionException("full");
                })
            .onRejected((task, reason) -> task.run())
            .build();
    Path file = dir.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("io.loomwheel.Fire"); // off by default: one for each timeout
      recording.start();
      timer.newTimeout(timeout -> {}, 5, MILLISECONDS);
      timer.newTimeout(timeout -> {}, 5, MILLISECONDS);
      clock.advance(Duration.ofSeconds(1));
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    assertThat(named(events, "io.loomwheel.Fire"))
        .hasSize(2)
        .allMatch(event -> event.getDuration("lateness").toNanos() > 0)
        .allMatch(event -> event.getDuration("lateness").toNanos() <= SECONDS.toNanos(1) / 900);
    assertThat(named(events, "io.loomwheel.Rejected"))
        .hasSize(2)
        .allMatch(event -> event.getString("reason").equals("full"));
    assertThat(named(events, "io.loomwheel.Wakeup"))
        .extracting(event -> event.getInt("fired"))
        .contains(2);
    assertThat(events)
        .filteredOn(event -> event.getEventType().getName().startsWith("io.loomwheel."))
        .isNotEmpty()
        .allMatch(event -> event.getString("timer").equals("recorded"));
  }

  @Test
  void recording_thatAsksForNothing_hasNoEventForEachTimeout() throws Exception {
    ManualClock clock = new ManualClock();
    WheelTimer timer = WheelTimer.builder().clock(clock).name("quiet").build();
    Path file = dir.resolve("quiet.jfr");
    try (Recording recording = new Recording()) {
      recording.start();
      timer.newTimeout(timeout -> {}, 5, MILLISECONDS);
      clock.advance(Duration.ofSeconds(1));
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    assertThat(named(events, "io.loomwheel.Wakeup")).isNotEmpty();
    assertThat(named(events, "io.loomwheel.Fire")).isEmpty();
  }

  private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
    return events.stream().filter(event -> event.getEventType().getName().equals(name)).toList();
  }
}
