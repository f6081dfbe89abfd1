package io.loomwheel.internal.drive;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The driver while there is no memory for the threads of what has fired. */
class WithoutThreadsTest {
  private final AtomicInteger refusals = new AtomicInteger();
  private final CountDownLatch handedOn = new CountDownLatch(3);
  private final Poor outlet = new Poor();
  private final Engine engine =
      new Engine(
          new Engine.EngineSettings(
              1,
              20,
              0,
              System::nanoTime,
              owner -> new HierarchicalWheel(20, owner),
              0,
              run -> Thread.ofPlatform().daemon().unstarted(run),
              Long.MAX_VALUE),
          outlet);

  /** Has no thread for as many calls as a test asks for, and throws if the test says so. */
  private final class Poor implements Outlet {
    private final AtomicInteger failures = new AtomicInteger();

    @Override
    public void accept(WheelNode node) {
      handedOn.countDown();
    }

    @Override
    public void acceptAll(ExpiredBuffer expired) {
      if (failures.getAndDecrement() > 0) {
        throw new OutOfMemoryError("on purpose");
      }
      expired.drainTo(
          node -> {
            if (refusals.getAndDecrement() > 0) {
              return false;
            }
            handedOn.countDown();
            return true;
          });
    }

    @Override
    public void turnFailed(Throwable cause) {
      throw new IllegalStateException("so does the log, on purpose", cause);
    }
  }

  private void armThree() {
    for (int i = 0; i < 3; i++) {
      engine.arm(new Node(), MILLISECONDS.toNanos(i + 1));
    }
  }

  @Test
  void noThreadForAWhile_theDriverKeepsWhatFired_andTriesAgain() throws Exception {
    refusals.set(5);
    armThree();
    assertThat(handedOn.await(60, SECONDS)).isTrue();
    assertThat(refusals.get()).isNegative();
    assertThat(engine.pending()).isZero();
    engine.stop(SECONDS.toNanos(5));
  }

  @Test
  void stop_whileNodesHaveNoThread_stillHandsThemOn() throws Exception {
    refusals.set(20);
    armThree();
    engine.arm(new Node(), HOURS.toNanos(1));
    awaitRefusals(19);
    int returned = EngineBench.stop(engine, SECONDS.toNanos(60)).size();
    assertThat(handedOn.getCount()).isEqualTo(returned - 1L);
  }

  @Test
  void outletAndLogFail_theDriverGoesOn_andNothingIsLost() throws Exception {
    outlet.failures.set(2);
    armThree();
    assertThat(handedOn.await(60, SECONDS)).isTrue();
    engine.stop(SECONDS.toNanos(5));
  }

  @Test
  void movedByHand_whatNobodyTakes_isRunByTheThreadThatMoves() {
    AtomicLong now = new AtomicLong();
    AtomicInteger ran = new AtomicInteger();
    List<Long> held = new ArrayList<>();
    Engine[] made = {null};
    Engine byHand =
        new Engine(
            new Engine.EngineSettings(
                1,
                0,
                0,
                now::get,
                owner -> new HierarchicalWheel(0, owner),
                0,
                null,
                Long.MAX_VALUE),
            new Outlet() {
              @Override
              public void accept(WheelNode node) {}

              @Override
              public void acceptAll(ExpiredBuffer expired) {
                held.add(made[0].counters.held());
              }

              @Override
              public void turnFailed(Throwable cause) {}
            });
    made[0] = byHand;
    for (int i = 0; i < 2; i++) {
      byHand.arm(
          new WheelNode() {
            @Override
            public void run() {
              ran.incrementAndGet();
            }
          },
          10);
    }
    now.set(10);
    byHand.turn();
    assertThat(ran).hasValue(2);
    assertThat(held).containsExactly(2L);
    assertThat(byHand.counters.held()).isZero();
    assertThat(byHand.nanosToNextExpiry()).isEmpty();
  }

  private void awaitRefusals(int left) {
    long end = System.nanoTime() + SECONDS.toNanos(60);
    while (refusals.get() > left && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(refusals.get()).isLessThanOrEqualTo(left);
  }

  private static final class Node extends WheelNode {
    @Override
    public void run() {
      throw new AssertionError("nothing runs on the driver");
    }
  }
}
