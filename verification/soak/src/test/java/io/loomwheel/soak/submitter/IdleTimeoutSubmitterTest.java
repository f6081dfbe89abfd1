package io.loomwheel.soak.submitter;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.recipes.IdleTimeout;
import io.loomwheel.soak.ledger.Ticket;
import io.loomwheel.soak.submitter.IdleTimeoutSubmitter.FirstPeriod;
import io.loomwheel.soak.submitter.IdleTimeoutSubmitter.Held;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdleTimeoutSubmitterTest {
  private static final Duration LIMIT = Duration.ofMillis(2);

  private final ManualClock clock = new ManualClock();
  private final List<Throwable> failures = new ArrayList<>();
  private final WheelTimer timer =
      WheelTimer.builder().clock(clock).onFailure((timeout, cause) -> failures.add(cause)).build();
  private final List<String> runs = new ArrayList<>();

  /** The second touch is in time for the period that the first began, and no other counts. */
  @Test
  void reschedule_twiceOnceThePeriodHasEnded_isRefusedTwice() {
    List<Long> given = new ArrayList<>();
    FirstPeriod first = new FirstPeriod(() -> runs.add("body"));
    IdleTimeout idle =
        IdleTimeout.start(
            timer,
            LIMIT,
            quiet -> {
              Held held = new Held(quiet, LIMIT.toNanos(), first);
              given.add(held.reschedule(0));
              given.add(held.reschedule(0));
              first.idle(quiet);
            });

    clock.advance(LIMIT);

    assertThat(failures).isEmpty();
    assertThat(given).containsExactly(Ticket.REFUSED, Ticket.REFUSED);
    assertThat(runs).containsExactly("body");
    assertThat(idle.isClosed()).isTrue();
  }

  @Test
  void reschedule_beforeThePeriodHasEnded_putsItsEndOff() {
    FirstPeriod first = new FirstPeriod(() -> runs.add("body"));
    Held held = new Held(IdleTimeout.start(timer, LIMIT, first), LIMIT.toNanos(), first);
    clock.advance(LIMIT.dividedBy(2));

    assertThat(held.reschedule(0)).isEqualTo(LIMIT.toNanos());

    clock.advance(LIMIT.dividedBy(2));
    assertThat(runs).isEmpty();
    clock.advance(LIMIT.dividedBy(2));
    assertThat(runs).containsExactly("body");
  }
}
