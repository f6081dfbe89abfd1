package io.loomwheel;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** What {@link RedeployTest} loads in a class loader of its own: it uses a timer and ends. */
public final class RedeployedApplication implements Runnable {
  /** What the application does with its timer. */
  enum Way {
    SHARED_ENDED,
    SHARED_PENDING_ENDED,
    SHARED_NEVER_STARTED,
    OWN_STOPPED,
    OWN_FORGOTTEN,
    OWN_NEVER_STARTED
  }

  /** As many applications have it. */
  @SuppressWarnings("UnusedVariable")
  private static WheelTimer kept;

  private final CountDownLatch ran = new CountDownLatch(1);
  private final Way way;

  public RedeployedApplication(String way) {
    this.way = Way.valueOf(way);
  }

  @Override
  public void run() {
    switch (way) {
      case SHARED_ENDED -> {
        use(WheelTimer.shared());
        WheelTimer.shutdownShared();
      }
      case SHARED_PENDING_ENDED -> {
        WheelTimer.shared().schedule(() -> {}, Duration.ofDays(1));
        use(WheelTimer.shared());
        WheelTimer.shutdownShared();
      }
      case SHARED_NEVER_STARTED -> kept = WheelTimer.shared();
      case OWN_STOPPED -> {
        try (WheelTimer timer = WheelTimer.create()) {
          use(timer);
        }
      }
      case OWN_FORGOTTEN -> use(WheelTimer.create());
      case OWN_NEVER_STARTED -> kept = WheelTimer.create();
    }
  }

  private void use(WheelTimer timer) {
    timer.newTimeout(timeout -> ran.countDown(), 1, MILLISECONDS);
    try {
      ran.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
