package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.purgatory.DelayedOperation;
import io.loomwheel.purgatory.Purgatory;
import io.loomwheel.recipes.Backoff;
import io.loomwheel.recipes.HeartbeatTask;
import io.loomwheel.recipes.IdleTimeout;
import io.loomwheel.recipes.LeaseRenewal;
import io.loomwheel.recipes.RetryTask;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The samples of docs/guide/recipes.md, and what the page says of them. */
class RecipesPageTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final List<String> done = new ArrayList<>();
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final Wire connection = new Wire();
  private final Wire lock = connection;
  private final Wire worker = connection;

  /** What the samples speak to: a connection, a lock and a worker. */
  private final class Wire {
    void send(String message) {
      done.add(message);
    }

    void close() {
      done.add("closed");
    }

    boolean extend() {
      done.add("extended");
      return done.size() < 3;
    }

    void interrupt() {
      done.add("interrupted");
    }
  }

  private void pass(int seconds) {
    clock.advance(Duration.ofSeconds(seconds));
  }

  @Test
  void idleTimeout_untouched_closes() {
    IdleTimeout idle =
        IdleTimeout.start(timer, Duration.ofSeconds(30), silent -> connection.close());
    pass(20);
    idle.touch();
    pass(20);
    assertThat(done).isEmpty();
    pass(11);
    assertThat(done).containsExactly("closed");
    idle.close();
  }

  @Test
  void heartbeats_unanswered_areALoss() {
    HeartbeatTask heartbeats =
        HeartbeatTask.start(
            timer,
            Duration.ofSeconds(10),
            3,
            new HeartbeatTask.Channel() {
              @Override
              public void heartbeat() {
                connection.send("ping");
              }

              @Override
              public void lost(int unanswered) {
                connection.close();
              }
            });
    pass(15);
    heartbeats.read();
    pass(30);
    assertThat(done).doesNotContain("closed");
    pass(11);
    assertThat(done).contains("ping").endsWith("closed");
    heartbeats.close();
  }

  @Test
  void retry_succeedsAtTheThirdAttempt() {
    FlakyBackend backend = new FlakyBackend();
    RetryTask retry =
        RetryTask.on(timer)
            .attempts(5)
            .backoff(Backoff.exponential(Duration.ofMillis(100), Duration.ofSeconds(10)))
            .retryIf(failure -> failure instanceof IllegalStateException)
            .build();
    CompletableFuture<String> answer = retry.start(() -> backend.fetch("price"));
    pass(20);
    assertThat(answer).isCompletedWithValue("42");
  }

  @Test
  void lease_isRenewedUntilItIsGone() {
    LeaseRenewal renewal =
        LeaseRenewal.of(
            timer,
            Duration.ofSeconds(30),
            new LeaseRenewal.Lease() {
              @Override
              public boolean renew() {
                return lock.extend(); // false: it is gone
              }

              @Override
              public void lost(Throwable cause) {
                worker.interrupt();
              }
            });
    renewal.start();
    pass(31);
    assertThat(done).containsExactly("extended", "extended", "extended", "interrupted");
    renewal.cancel();
  }

  final class Fetch extends DelayedOperation {
    private final CompletableFuture<List<String>> answer = new CompletableFuture<>();

    Fetch(Duration patience) {
      super(patience);
    }

    @Override
    public boolean tryComplete() {
      return !events.isEmpty() && forceComplete();
    }

    @Override
    public void onComplete() {
      answer.complete(List.copyOf(events));
    }

    @Override
    public void onExpiration() {}
  }

  @Test
  void purgatory_completesWhatIsChecked_andWhatHasWaited() {
    Purgatory<String> fetches = Purgatory.on(timer);
    Fetch fetch = new Fetch(Duration.ofSeconds(5));
    fetches.tryCompleteElseWatch(fetch, List.of("topic"));
    events.add("something"); // elsewhere
    fetches.checkAndComplete("topic");
    assertThat(fetch.answer).isCompletedWithValue(List.of("something"));

    events.clear();
    Fetch late = new Fetch(Duration.ofSeconds(5));
    fetches.tryCompleteElseWatch(late, List.of("topic"));
    pass(6);
    assertThat(late.answer).isCompletedWithValue(List.of());
  }
}
