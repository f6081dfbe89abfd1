package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Logs;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

/** How a scheduler is made, and its hooks; what else it does is in the tests of the contract. */
class WheelSchedulerTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final List<String> ran = new ArrayList<>();

  @AfterEach
  void resetHooks() {
    Schedulers.resetOnScheduleHooks();
    Schedulers.resetOnHandleError();
  }

  @Test
  void builder_timer_isSharedAndLeftRunning() {
    WheelScheduler view = WheelScheduler.builder().timer(timer).name("orders").build();
    assertThat(view.timer()).isSameAs(timer);
    assertThat(view).hasToString("WheelScheduler(orders)");
    view.dispose();
    scheduler.schedule(() -> ran.add("other view"), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("other view");
  }

  @Test
  void builder_name_isThatOfItsOwnTimerToo() {
    WheelScheduler named = WheelScheduler.builder().name("orders").build();
    assertThat(named.timer()).hasToString("WheelTimer[orders]");
    WheelScheduler nameless = WheelScheduler.create();
    assertThat(nameless).hasToString("WheelScheduler(WheelTimer[loomwheel-reactor])");
    named.dispose();
    nameless.dispose();
  }

  @Test
  void builder_usedTwice_makesTwoSchedulersWithTimersOfTheirOwn() {
    WheelScheduler.Builder builder = WheelScheduler.builder();
    WheelScheduler one = builder.build();
    WheelScheduler other = builder.build();
    assertThat(one.timer()).isNotSameAs(other.timer());
    one.dispose();
    other.dispose();
  }

  @Test
  void schedule_thatThrowsOnAThreadWithoutAHandler_isLogged() {
    List<Throwable> uncaught = new ArrayList<>();
    scheduler.schedule(
        () -> {
          throw new IllegalStateException("on purpose");
        },
        1,
        SECONDS);
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
    try {
      assertThat(Logs.of(() -> clock.advance(Duration.ofSeconds(1))))
          .contains("ERROR", "WheelScheduler", "on purpose");
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(null);
    }
    assertThat(uncaught).isEmpty();
  }

  @Test
  void hookOfOnHandleErrorThatThrows_isCalledOnce_andLoggedBesideTheTasksFailure() {
    Schedulers.onHandleError(
        (thread, failure) -> {
          ran.add(failure.getMessage());
          throw new IllegalStateException("hook");
        });
    scheduler.schedule(
        () -> {
          throw new IllegalStateException("task");
        },
        1,
        SECONDS);
    String log = Logs.of(() -> clock.advance(Duration.ofSeconds(1)));
    assertThat(ran).containsExactly("task");
    assertThat(log.lines().filter(line -> line.contains("ERROR")))
        .hasSize(2)
        .satisfiesExactly(
            line -> assertThat(line).contains("A task of a scheduler failed on"),
            line -> assertThat(line).contains("The hook of onHandleError failed"));
  }
}
