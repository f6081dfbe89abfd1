package io.loomwheel.internal.drive;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InboxWakeUpTest implements Outlet {
  private final AtomicReference<Shard> shard = new AtomicReference<>();
  private final AtomicReference<Thread> driver = new AtomicReference<>();
  private final CountDownLatch fired = new CountDownLatch(1);
  private final Engine engine =
      new Engine(
          new EngineSettings(
              1,
              20,
              0,
              System::nanoTime,
              owner -> {
                shard.set((Shard) owner);
                return new HierarchicalWheel(20, owner);
              },
              0,
              new EngineSettings.ByDriver(this::newDriver, Long.MAX_VALUE)),
          this);

  @AfterEach
  void stop() {
    engine.stop(SECONDS.toNanos(10));
  }

  @Test
  void reschedule_queuedNodeToBeforeThePlannedWakeUp_firesInTime() throws Exception {
    engine.arm(new Node(), HOURS.toNanos(1));
    while (LockSupport.getBlocker(driver.get()) == null) {
      Waiting.spin();
    }
    Node queued = new Node();
    shard.get().lock();
    try {
      engine.arm(queued, HOURS.toNanos(2));
    } finally {
      shard.get().unlock();
    }
    assertThat(shard.get().hasQueuedNodes()).isTrue();

    assertThat(engine.reschedule(queued, 1)).isTrue();

    assertThat(fired.await(10, SECONDS)).isTrue();
  }

  private Thread newDriver(Runnable run) {
    Thread thread = new Thread(run);
    thread.setDaemon(true);
    driver.set(thread);
    return thread;
  }

  @Override
  public void accept(WheelNode node) {
    fired.countDown();
  }

  @Override
  public void turnFailed(Throwable cause) {
    throw new AssertionError(cause);
  }

  private static final class Node extends WheelNode {
    @Override
    public void run() {}
  }
}
