package io.loomwheel.bench.timers;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LaunchersTest {
  private static final long DELAY_NANOS = MILLISECONDS.toNanos(20);

  /** Kafka cuts its clock to milliseconds. */
  private static final long EARLY_NANOS = MILLISECONDS.toNanos(1);

  @ParameterizedTest
  @MethodSource("names")
  void launch_due_runsTheShot(String name) {
    RecordedTask shot = new RecordedTask(0);
    try (Launcher launcher = make(name)) {
      shot.due(System.nanoTime() + DELAY_NANOS);
      launcher.launch(shot, DELAY_NANOS);
      awaitDone(shot);
    }
    assertThat(shot.lateNanos()).isGreaterThanOrEqualTo(-EARLY_NANOS);
  }

  private static void awaitDone(RecordedTask shot) {
    long startNanos = System.nanoTime();
    while (!shot.isDone()) {
      assertThat(System.nanoTime() - startNanos).isLessThan(SECONDS.toNanos(10));
      LockSupport.parkNanos(MILLISECONDS.toNanos(1));
    }
  }

  static Stream<String> names() {
    return kinds().map(Launchers.Kind::name);
  }

  private static Stream<Launchers.Kind> kinds() {
    return Stream.concat(
        Launchers.onVirtualThreads().stream(), Launchers.onAThreadOfTheTimers().stream());
  }

  private static Launcher make(String name) {
    Launchers.Kind kind = kinds().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
    try {
      return kind.make().get();
    } catch (UnsupportedOperationException e) {
      return abort(e.getMessage());
    }
  }
}
