package io.loomwheel.internal.drive;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the driver does before it turns the wheels for the first time. */
class PrepareTest {
  private final List<String> notified = new ArrayList<>();

  private ExpiryPass turn(Runnable onPrepare) {
    Outlet outlet =
        new Outlet() {
          @Override
          public void accept(WheelNode node) {}

          @Override
          public void prepare() {
            notified.add("prepare");
            onPrepare.run();
          }

          @Override
          public void turnFailed(Throwable cause) {
            notified.add(cause.getMessage());
          }
        };
    return new ExpiryPass(
        new Shards(1, owner -> new HierarchicalWheel(20, owner), () -> {}),
        new TickClock(() -> 0, 20, 0),
        outlet,
        new PendingLimit(0, () -> 0, outlet),
        true);
  }

  @Test
  void run_driverStarts_preparesOnceBeforeItEnds() {
    ExpiryPass turn = turn(() -> {});
    Driver driver = new Driver(turn, Thread::new, Long.MAX_VALUE);
    driver.start();
    turn.shards.close(node -> {});
    driver.stop(SECONDS.toNanos(30));
    assertThat(notified).containsExactly("prepare");
  }

  @Test
  void prepare_fails_isReportedAndTheDriverGoesOn() {
    ExpiryPass turn =
        turn(
            () -> {
              throw new StackOverflowError("on purpose");
            });
    turn.prepare();
    assertThat(notified).containsExactly("prepare", "on purpose");
    assertThat(turn.run()).isTrue();
  }
}
