package io.loomwheel;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.testing.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecordingTest {
  /** What {@code jfr print} prints as N/A. */
  private static final Duration NOT_AVAILABLE = Duration.ofSeconds(Long.MIN_VALUE);

  private static final int ARMED = 30_000;

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

  @Test
  void recording_hasACensusOnceAPeriod() throws Exception {
    BlockingQueue<RecordedEvent> censuses = new LinkedBlockingQueue<>();
    try (RecordingStream stream = new RecordingStream();
        WheelTimer timer = WheelTimer.builder().name("counted").sampleStacks(true).build()) {
      stream.enable("io.loomwheel.Census").withPeriod(Duration.ofMillis(100));
      stream.onEvent("io.loomwheel.Census", censuses::add);
      stream.startAsync();
      for (int i = 0; i < ARMED; i++) { // so that some are sampled
        timer.schedule(() -> {}, Duration.ofHours(2));
      }
      RecordedEvent event;
      do { // those of timers that other tests have left
        event = censuses.take();
      } while (!event.getString("timer").equals("counted") || event.getLong("pending") < ARMED);
      assertThat(event.getLong("pending")).isEqualTo(ARMED);
      assertThat(event.getLong("overdue")).isZero();
      assertThat(event.getDuration("farthest")).isBetween(Duration.ofHours(1), Duration.ofHours(2));
      assertThat(event.getDuration("oldest")).isBetween(Duration.ZERO, Duration.ofHours(1));
      assertThat(event.getString("kinds")).isEqualTo(getClass().getName() + "$$Lambda=" + ARMED);
      assertThat(event.getString("handedOn")).isEmpty();
      assertThat(event.getString("armedAt")).startsWith(getClass().getName());
    }
  }

  @Test
  void recording_ofTimersThatWereStoppedOrMovedByHand_hasNoCensus() throws Exception {
    Path file = dir.resolve("ended.jfr");
    ManualClock clock = new ManualClock();
    WheelTimer byHand = WheelTimer.builder().clock(clock).name("by hand").build();
    WheelTimer stopped = WheelTimer.builder().name("stopped").build();
    try (Recording recording = new Recording();
        WheelTimer running = WheelTimer.builder().name("running").build()) {
      recording.enable("io.loomwheel.Census").with("period", "endChunk");
      recording.start();
      CountDownLatch fired = new CountDownLatch(3);
      for (WheelTimer timer : List.of(byHand, stopped, running)) {
        timer.schedule(fired::countDown, Duration.ofMillis(1));
      }
      clock.advance(Duration.ofSeconds(1));
      assertThat(fired.await(60, SECONDS)).isTrue();
      stopped.stop();
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> censuses = named(RecordingFile.readAllEvents(file), "io.loomwheel.Census");
    assertThat(censuses)
        .extracting(event -> event.getString("timer"))
        .contains("running")
        .doesNotContain("by hand", "stopped");
    assertThat(censuses) // nothing is sampled
        .filteredOn(event -> event.getString("timer").equals("running"))
        .allMatch(event -> event.getDuration("oldest").equals(NOT_AVAILABLE));
    assertThat(List.of(byHand, stopped)) // a census holds its timer weakly
        .extracting(WheelTimer::isStopped)
        .containsExactly(false, true);
  }

  @Test
  void census_ofATimerThatEnds_isHeldByTheRecorderNoMore() {
    try (Recording recording = new Recording();
        WheelTimer timer = WheelTimer.create()) {
      recording.start();
      CensusRecording census = new CensusRecording(timer);
      census.begin();
      census.begin();
      census.end();
      census.begin();
      assertThat(FlightRecorder.removePeriodicEvent(census)).isFalse();
    }
  }

  @Test
  @SuppressWarnings("NullAway") // a reference that was cleared
  void census_ofATimerThatWasCollected_isNone() {
    assertThatCode(() -> new CensusRecording(null).run()).doesNotThrowAnyException();
  }

  /** The first event of a kind loads its class. If that fails once, it fails for ever. */
  @Test
  void recording_thatFindsNoMemory_changesNothingOfWhatIsTurnedOrRefused() {
    RejectedExecutionException notRecorded =
        new RejectedExecutionException() {
          private static final long serialVersionUID = 1;

          @Override
          public String getMessage() {
            throw new OutOfMemoryError("on purpose");
          }
        };
    Runnable noMemory =
        () -> {
          throw new OutOfMemoryError("on purpose");
        };
    AtomicInteger handled = new AtomicInteger();
    ManualClock clock = new ManualClock();
    WheelTimer timer =
        WheelTimer.builder()
            .clock(clock)
            .taskExecutor(
                task -> {
                  throw notRecorded;
                })
            .onRejected((task, reason) -> handled.getAndIncrement())
            .build();
    try (Recording recording = new Recording()) {
      recording.start();
      timer.schedule(() -> {}, Duration.ofSeconds(1));
      clock.advance(Duration.ofSeconds(1));
      assertThat(handled).hasValue(1);
      Dispatcher dispatcher = new Dispatcher("test", Runnable::run, null, noMemory, Runnable::run);
      assertThat(dispatcher.recording()).isNull();
    }
  }

  private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
    return events.stream().filter(event -> event.getEventType().getName().equals(name)).toList();
  }
}
