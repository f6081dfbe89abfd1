package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.loom.DeadlineScope;
import io.loomwheel.loom.Timeouts;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** The samples of docs/guide/futures.md. */
class FuturesPageTest {
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  /** A service that knows the price, and nothing of taxes. */
  private static CompletableFuture<String> ask(String what) {
    return what.equals("price")
        ? CompletableFuture.completedFuture("42")
        : new CompletableFuture<>();
  }

  private String bill(String price, String tax) {
    return price + " + " + tax;
  }

  @Test
  void orTimeout_andCompleteOnTimeout_combined() throws Exception {
    CompletableFuture<String> price =
        Timeouts.orTimeout(ask("price"), Duration.ofSeconds(2))
            .thenCombine(
                Timeouts.completeOnTimeout(ask("tax"), "0 %", Duration.ofMillis(5)), this::bill);
    assertThat(price.get()).isEqualTo("42 + 0 %");
  }

  @Test
  void delayedExecutor_runsLater() throws Exception {
    Executor later = Timeouts.delayedExecutor(Duration.ofMillis(5));
    CompletableFuture<String> second = CompletableFuture.supplyAsync(() -> "asked again", later);
    assertThat(second.get()).isEqualTo("asked again");
  }

  private String answer() throws InterruptedException {
    try (DeadlineScope deadline = DeadlineScope.within(Duration.ofMillis(5))) {
      try {
        return answers.take();
      } catch (InterruptedException e) {
        if (deadline.isExpired()) {
          return "too late";
        }
        throw e; // somebody else wants this thread to end
      }
    }
  }

  @Test
  void deadlineScope_nobodyAnswers_endsTheBlock() throws Exception {
    assertThat(answer()).isEqualTo("too late");
    answers.add("in time");
    assertThat(answer()).isEqualTo("in time");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void sleep_takesItsTime() throws Exception {
    long began = System.nanoTime();
    Timeouts.sleep(Duration.ofMillis(5));
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(5_000_000);
  }

  @Test
  void javadocSample_ofDeadlineScope_isThisTest() {
    Pages.assertJavadocSampleRunsIn(DeadlineScope.class, "loom-executor", "FuturesPageTest");
  }
}
