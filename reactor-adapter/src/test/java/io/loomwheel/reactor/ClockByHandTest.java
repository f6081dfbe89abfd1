package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Item 23: what time it is where the clock is moved by hand, and what operators make of it. */
class ClockByHandTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);

  @Test
  void now_isTheClock_whoseZeroIsTheEpoch() {
    Scheduler delegating = WheelScheduler.delegating(timer, Schedulers.immediate());
    Scheduler ofFactory = new WheelFactory(timer).newSingle(Thread::new);
    for (Scheduler each : List.of(scheduler, delegating, ofFactory)) {
      long start = clock.nanoTime();
      clock.advance(Duration.ofMillis(1500));
      assertThat(each.now(NANOSECONDS)).isEqualTo(start + 1_500_000_000);
      assertThat(each.now(MILLISECONDS)).isEqualTo((start + 1_500_000_000) / 1_000_000);
    }
    ofFactory.dispose();
  }

  @Test
  void now_ofTwoTimersOnOneClock_isTheSame_wheneverTheyWereMade() {
    clock.advance(Duration.ofHours(1));
    WheelScheduler later = WheelScheduler.on(WheelTimer.builder().clock(clock).build());
    assertThat(later.now(SECONDS)).isEqualTo(3600).isEqualTo(scheduler.now(SECONDS));
  }

  @Test
  void timestampAndElapsed_sayHowFarTheClockWasMoved() {
    Sinks.Many<String> source = Sinks.many().multicast().directBestEffort();
    List<Long> stamps = new ArrayList<>();
    List<Long> intervals = new ArrayList<>();
    source.asFlux().timestamp(scheduler).subscribe(stamped -> stamps.add(stamped.getT1()));
    source.asFlux().elapsed(scheduler).subscribe(elapsed -> intervals.add(elapsed.getT1()));
    for (int seconds : new int[] {1, 2}) {
      clock.advance(Duration.ofSeconds(seconds));
      source.tryEmitNext("element").orThrow();
    }
    assertThat(stamps).containsExactly(1000L, 3000L);
    assertThat(intervals).containsExactly(1000L, 2000L);
  }
}
