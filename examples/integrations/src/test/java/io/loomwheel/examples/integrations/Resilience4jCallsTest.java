package io.loomwheel.examples.integrations;

import static io.loomwheel.examples.integrations.Bounded.LONG;
import static io.loomwheel.examples.integrations.Bounded.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Resilience4j with a wheel in place of a scheduled pool. */
class Resilience4jCallsTest {
  private final WheelTimer timer = WheelTimer.create();
  private final WheelExecutorService wheel = WheelExecutorService.on(timer);
  private final Resilience4jCalls calls = new Resilience4jCalls(wheel);

  @AfterEach
  void tidy() {
    timer.stop();
    wheel.close();
  }

  private static String answerOf(CompletionStage<String> call) throws Exception {
    return call.toCompletableFuture().get(LONG.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void within_noAnswer_timesOutByTheWheel() {
    long from = System.nanoTime();
    CompletionStage<String> limited = calls.within(SOON, CompletableFuture::new);
    assertThatThrownBy(() -> answerOf(limited)).hasCauseInstanceOf(TimeoutException.class);
    Bounded.assertNotEarlier(SOON, from);
    assertThat(timer.stats().fired()).isEqualTo(1);
  }

  @Test
  void within_answer_leavesNothingOnTheWheel() throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletionStage<String> limited = calls.within(LONG, () -> answer);
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    answer.complete("answer");
    assertThat(answerOf(limited)).isEqualTo("answer");
    assertThat(timer.pendingTimeouts()).isZero();
  }

  /** As on any other scheduler: a failure doesn't call the timeout off. */
  @Test
  void within_failure_leavesItsTimeoutUntilItIsDue() {
    CompletionStage<String> limited = calls.within(LONG, new Flaky(1)::ask);
    assertThatThrownBy(() -> answerOf(limited)).hasCauseInstanceOf(IllegalStateException.class);
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
  }

  @Test
  void retried_callThatFailsTwice_pausesOnTheWheel() throws Exception {
    Flaky flaky = new Flaky(2);
    long from = System.nanoTime();
    assertThat(answerOf(calls.retried(SOON, flaky::ask))).isEqualTo("answered, time 3");
    Bounded.assertNotEarlier(SOON.multipliedBy(2), from);
    assertThat(timer.stats().fired()).isEqualTo(2);
    assertThat(timer.pendingTimeouts()).isZero();
  }
}
