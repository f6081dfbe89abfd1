package io.loomwheel.reactor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
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
  void badValues_areRefusedByName() {
    assertThatNullPointerException().isThrownBy(() -> scheduler.schedule(null)).withMessage("task");
    assertThatNullPointerException().isThrownBy(() -> WheelScheduler.on(null)).withMessage("timer");
    assertThatNullPointerException()
        .isThrownBy(() -> WheelScheduler.delegating(timer, null))
        .withMessage("target");
    assertThatNullPointerException()
        .isThrownBy(() -> WheelScheduler.builder().taskExecutor(null))
        .withMessage("executor");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WheelScheduler.builder().name(" "))
        .withMessageContaining("' '");
  }

  @Test
  void schedule_thatThrows_goesOnceToTheHookAndToTheThreadsHandler() {
    List<Throwable> hooked = collectErrors();
    List<Throwable> uncaught = new ArrayList<>();
    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
    Error failure = new AssertionError("on purpose");
    Disposable task =
        scheduler.schedule(
            () -> {
              throw failure;
            },
            1,
            SECONDS);
    clock.advance(Duration.ofSeconds(1));
    Thread.currentThread().setUncaughtExceptionHandler(null);
    assertThat(hooked).containsExactly(failure);
    assertThat(uncaught).containsExactly(failure);
    assertThat(task.isDisposed()).isTrue();
  }

  @Test
  void schedule_thatThrowsOnAThreadWithoutAHandler_isLogged() {
    List<Throwable> uncaught = new ArrayList<>();
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    PrintStream err = System.err;
    scheduler.schedule(
        () -> {
          throw new IllegalStateException("on purpose");
        },
        1,
        SECONDS);
    System.setErr(new PrintStream(log, true, UTF_8));
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
    try {
      clock.advance(Duration.ofSeconds(1));
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(null);
      System.setErr(err);
    }
    assertThat(log.toString(UTF_8)).contains("ERROR", "WheelScheduler", "on purpose");
    assertThat(uncaught).isEmpty();
  }

  @Test
  void hookOfOnHandleErrorThatThrows_isCalledOnce_andLoggedBesideTheTasksFailure() {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    PrintStream err = System.err;
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
    System.setErr(new PrintStream(log, true, UTF_8));
    try {
      clock.advance(Duration.ofSeconds(1));
    } finally {
      System.setErr(err);
      Schedulers.resetOnHandleError();
    }
    assertThat(ran).containsExactly("task");
    assertThat(log.toString(UTF_8).lines().filter(line -> line.contains("ERROR")))
        .hasSize(2)
        .satisfiesExactly(
            line -> assertThat(line).contains("A task of a scheduler failed on"),
            line -> assertThat(line).contains("The hook of onHandleError failed"));
  }

  @Test
  void onSchedule_wrapper_isWhatRuns() {
    Schedulers.onScheduleHook(
        "wrap",
        task ->
            () -> {
              ran.add("before");
              task.run();
            });
    scheduler.schedule(() -> ran.add("task"), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("before", "task");
  }

  private static List<Throwable> collectErrors() {
    List<Throwable> errors = new ArrayList<>();
    Schedulers.onHandleError((thread, e) -> errors.add(e));
    return errors;
  }
}
