package io.loomwheel.soak.fault;

import static java.util.concurrent.TimeUnit.HOURS;

import io.loomwheel.WheelTimer;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Stage;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Makes, uses and stops up to 10,000 timers; none may leave a thread or any memory behind. */
final class Churns implements Fault {
  private static final int MOST_TIMERS = 10_000;
  private static final long NANOS_A_TIMER = 100_000;
  private static final String NAME = "soak-churn";

  private final List<String> wrong = new ArrayList<>();
  private final LongAdder fired = new LongAdder();
  private int timers;
  private long returned;
  private int threadsLeft;
  private int timersLeft;

  @Override
  public String name() {
    return "churns";
  }

  @Override
  public void during(Stage stage) throws InterruptedException {
    timers = (int) Math.min(MOST_TIMERS, stage.nanos() / NANOS_A_TIMER);
    List<WeakReference<WheelTimer>> used = new ArrayList<>();
    for (int i = 0; i < timers; i++) {
      used.add(use());
    }
    check(Patience.until(() -> fired.sum() + returned == 2L * timers), "timeouts are lost");
    check(
        Patience.until(() -> LiveThreads.named(NAME).size() == 0),
        "threads of stopped timers are left");
    check(Patience.untilCollected(() -> alive(used) == 0), "stopped timers are reachable");
    threadsLeft = LiveThreads.named(NAME).size();
    timersLeft = alive(used);
  }

  private WeakReference<WheelTimer> use() {
    WheelTimer timer = WheelTimer.builder().name(NAME).build();
    timer.schedule(fired::increment, Duration.ofNanos(Chance.below(2)));
    timer.newTimeout(timeout -> fired.increment(), 1, HOURS);
    returned += timer.stop().size();
    return new WeakReference<>(timer);
  }

  private static int alive(List<WeakReference<WheelTimer>> timers) {
    return (int) timers.stream().filter(timer -> timer.get() != null).count();
  }

  private void check(boolean well, String otherwise) {
    if (!well) {
      wrong.add(otherwise);
    }
  }

  @Override
  public List<String> figures() {
    return List.of(
        timers
            + " timers stopped: "
            + fired
            + " fired, "
            + returned
            + " returned, left: threads "
            + threadsLeft
            + ", timers "
            + timersLeft);
  }

  @Override
  public List<String> wrong() {
    return wrong;
  }
}
