package io.loomwheel.internal.drive;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * No wake-up is lost: the engine itself, its driver included, in many orders of its steps, those of
 * few context switches first, and the same ones each time.
 *
 * <p>A sleep has no end here but an unpark. Each look at the clock finds it later by more than any
 * delay but that of the far node, so a driver that knows of a node does not sleep, and one that has
 * missed it sleeps on while the scenario waits for the node: Lincheck says that it hangs.
 */
class DriverSleepModelTest {
  /** The first 100 orders miss known faults; {@link PlantedFaultsTest} says so. */
  private static final int ORDERS = Models.isThorough() ? 300 : 200;

  private static final long NEAR = 1;
  private static final long FAR = 1L << 40;
  private static final long FARTHER = 1L << 41;

  @Test
  void arm_againstADriverOnItsWayToSleep_fires() {
    check(OneArm.class);
  }

  @Test
  void arm_byTheInbox_fires() {
    check(QueuedArm.class);
  }

  @Test
  void rearm_againstADriverOnItsWayToSleep_fires() {
    check(Rearm.class);
  }

  @Test
  void reschedule_ofAQueuedNodeToEarlier_fires() {
    check(PutForward.class);
  }

  private static void check(Class<?> scenario) {
    String parking = LockSupport.class.getName();
    new ModelCheckingOptions()
        .iterations(1)
        .invocationsPerIteration(ORDERS)
        .threads(1)
        .actorsPerThread(1)
        .actorsBefore(0)
        .actorsAfter(0)
        .minimizeFailedScenario(false)
        .recursionBound(100) // more than stack is asked for
        .sequentialSpecification(Fires.class)
        // Lincheck lets a park in anybody's code but the JDK's return at once; not so if it is
        // muted.
        .addGuarantee(forClasses(parking).methods("parkNanos").mute$lincheck())
        .check(scenario);
  }

  /** What every scenario promises. */
  public static final class Fires {
    public boolean run() {
      return true;
    }
  }

  public static final class OneArm extends Scenario {
    @Operation
    public boolean run() {
      startDriver();
      engine.arm(new Node(), NEAR);
      return awaitFired();
    }
  }

  public static final class QueuedArm extends Scenario {
    @Operation
    public boolean run() {
      startDriver();
      armQueued(new Node(), NEAR);
      return awaitFired();
    }
  }

  public static final class Rearm extends Scenario {
    @Operation
    public boolean run() {
      startDriver();
      Node node = new Node();
      node.primeFired(0);
      engine.rearm(node, NEAR);
      return awaitFired();
    }
  }

  public static final class PutForward extends Scenario {
    @Operation
    public boolean run() {
      startDriver();
      Node node = new Node();
      armQueued(node, FARTHER);
      engine.reschedule(node, NEAR);
      return awaitFired();
    }
  }

  /**
   * An engine of one shard, and its outlet. Made before the run, in a field of what runs: only what
   * several threads can reach so has its accesses put into other orders.
   */
  abstract static class Scenario implements Outlet {
    private final AtomicLong now = new AtomicLong();
    final Engine engine =
        new Engine(
            new Engine.EngineSettings(
                1, 0, 0, () -> now.addAndGet(10), this::newWheel, 0, Thread::new, Long.MAX_VALUE),
            this);
    private Shard shard;
    private volatile boolean fired;
    private volatile Thread waiting;

    private HierarchicalWheel newWheel(SlotOwner owner) {
      shard = (Shard) owner;
      return new HierarchicalWheel(0, owner);
    }

    /** With a far node, for which the driver plans to wake up. */
    void startDriver() {
      waiting = Thread.currentThread();
      engine.arm(new Node(), FAR);
    }

    /** Finds the lock taken, by its own thread. */
    void armQueued(Node node, long delay) {
      shard.lock();
      engine.arm(node, delay);
      shard.lock = 0;
    }

    boolean awaitFired() {
      while (!fired) {
        LockSupport.parkNanos(this, FAR);
      }
      engine.stop(0);
      return true;
    }

    @Override
    public void accept(WheelNode node) {
      fired = true;
      LockSupport.unpark(waiting);
    }

    @Override
    public void turnFailed(Throwable cause) {
      throw new AssertionError(cause);
    }
  }

  static final class Node extends WheelNode {
    @Override
    public void run() {}
  }
}
