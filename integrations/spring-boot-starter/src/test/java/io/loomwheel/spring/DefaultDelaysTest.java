package io.loomwheel.spring;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.spring.DefaultDelays.ContextTimer;
import io.loomwheel.spring.LoomwheelProperties.TimerProperties;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

/** A library that refuses, as RxJava does once its plugins are locked. */
class DefaultDelaysTest {
  private static final TimerProperties MADE =
      new TimerProperties(
          false, null, null, null, null, null, null, null, null, Duration.ofSeconds(5));

  private final List<WheelTimer> installed = new ArrayList<>();
  private boolean refuses = true;
  private final DefaultDelays delays =
      new DefaultDelays(
          timer -> {
            refuse();
            installed.add(timer);
          },
          () -> true,
          this::refuse);
  private final ObjectProvider<ContextTimer> none =
      new StaticListableBeanFactory().getBeanProvider(ContextTimer.class);
  private final WheelTimer timer = WheelTimer.create();

  private void refuse() {
    if (refuses) {
      throw new IllegalStateException("locked, on purpose");
    }
  }

  @AfterEach
  void stop() {
    timer.close();
  }

  @Test
  void begin_refusedTheFirstTime_isTriedByTheNextContext() throws Exception {
    assertThatThrownBy(() -> delays.begin(timer, none)).hasMessage("locked, on purpose");
    refuses = false;
    delays.begin(timer, none).destroy();
    assertThat(installed).containsExactly(timer);
  }

  @Test
  void end_refused_theTimerOfTheClosedContextCarriesOn_andThoseOfTheNextOne() throws Exception {
    refuses = false;
    DefaultDelays.Use use = delays.begin(timer, none);
    new ContextTimer(MADE, timer).destroy();
    refuses = true;
    assertThatThrownBy(use::destroy).hasMessage("locked, on purpose");
    assertThat(timer.isStopped()).isFalse();
    try (WheelTimer next = WheelTimer.create()) {
      DefaultDelays.Use joined = delays.begin(next, none);
      assertThat(installed).containsExactly(timer);
      refuses = false;
      joined.destroy();
    }
    assertThat(timer.isStopped()).isTrue();
  }

  @Test
  void end_ofOneContextAfterTheOther_handsTheDelaysOnEachTime() throws Exception {
    refuses = false;
    try (WheelTimer second = WheelTimer.builder().name("second").build();
        WheelTimer third = WheelTimer.builder().name("third").build()) {
      List<DefaultDelays.Use> uses = new ArrayList<>();
      for (WheelTimer own : List.of(timer, second, third)) {
        uses.add(delays.begin(own, none));
      }
      for (DefaultDelays.Use use : uses) {
        use.destroy();
      }
      assertThat(installed).containsExactly(timer, second, third);
    }
  }

  @Test
  void destroy_aTaskThatIsToldWaitsForAContextThatBegins_holdsNeitherUp() throws Exception {
    refuses = false;
    List<DefaultDelays.Use> begun = new ArrayList<>();
    try (WheelTimer next = WheelTimer.create()) {
      TimerTask waits =
          new TimerTask() {
            @Override
            public void run(Timeout timeout) {}

            @Override
            public void cancelled(Timeout timeout) {
              begun.add(
                  CompletableFuture.supplyAsync(() -> delays.begin(next, none))
                      .orTimeout(30, SECONDS)
                      .join());
            }
          };
      timer.newTimeout(waits, 1, HOURS);
      new ContextTimer(MADE, timer).destroy();
      assertThat(begun).hasSize(1);
      begun.getFirst().destroy();
    }
  }
}
