package io.loomwheel.internal.drive;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.internal.drive.ExpiryPass.Stranded;
import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.HierarchicalWheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The driver while there is no memory for the threads of what has fired. */
class StrandedTest {
  private final AtomicInteger refusals = new AtomicInteger();
  private final CountDownLatch handedOn = new CountDownLatch(3);
  private final Poor outlet = new Poor();
  private final Engine engine =
      new Engine(
          new EngineSettings(
              1,
              20,
              0,
              System::nanoTime,
              owner -> new HierarchicalWheel(20, owner),
              0,
              new EngineSettings.ByDriver(
                  run -> Thread.ofPlatform().daemon().unstarted(run), Long.MAX_VALUE)),
          outlet);

  /** Has no thread for as many calls as a test asks for, and throws if the test says so. */
  private final class Poor implements Outlet {
    private final AtomicInteger failures = new AtomicInteger();

    @Override
    public void accept(WheelNode node) {
      handedOn.countDown();
    }

    @Override
    public void acceptAll(ExpiredBuffer expired, Consumer<? super Runnable> stranded) {
      if (failures.getAndDecrement() > 0) {
        throw new OutOfMemoryError("on purpose");
      }
      expired.drainTo(stranded);
    }

    @Override
    public boolean retry(Runnable task) {
      if (refusals.getAndDecrement() > 0) {
        return false;
      }
      handedOn.countDown();
      return true;
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
  void stop_withStrandedNodes_stillHandsThemOn() throws Exception {
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
  void keep_nodesAndOthers_handsEachOnOnce_nodesOldestFirst() {
    List<Runnable> tried = new ArrayList<>();
    AtomicInteger threads = new AtomicInteger(2);
    Stranded stranded =
        stranded(
            task -> {
              if (threads.getAndDecrement() <= 0) {
                return false;
              }
              assertThat(task instanceof WheelNode node && node.nextInQueue() != null).isFalse();
              tried.add(task);
              return true;
            });
    Node first = new Node();
    Node second = new Node();
    Node third = new Node();
    Runnable other = () -> {};
    stranded.keep(first);
    stranded.keep(other);
    stranded.keep(second);
    assertThat(stranded.retry()).isFalse();
    assertThat(tried).containsExactly(first, second);
    stranded.keep(third);
    threads.set(9);
    assertThat(stranded.isEmpty()).isFalse();
    assertThat(stranded.retry()).isTrue();
    assertThat(tried).containsExactly(first, second, third, other);
    assertThat(stranded.isEmpty()).isTrue();
  }

  @Test
  void keep_afterAThreadWasFoundForTheFirstOnly_losesNone() {
    List<Runnable> tried = new ArrayList<>();
    AtomicInteger threads = new AtomicInteger(1);
    Stranded stranded = stranded(task -> threads.getAndDecrement() > 0 && tried.add(task));
    Node first = new Node();
    Node second = new Node();
    Node third = new Node();
    stranded.keep(first);
    stranded.keep(second);
    assertThat(stranded.retry()).isFalse();
    assertThat(first.nextInQueue()).isNull();
    stranded.keep(third);
    threads.set(9);
    assertThat(stranded.retry()).isTrue();
    assertThat(tried).containsExactly(first, second, third);
  }

  /** It was rescheduled as it fired, and waits in an inbox to be armed again. */
  @Test
  void keep_nodeThatIsInAnInbox_leavesItsPlaceThereAlone() {
    List<Runnable> tried = new ArrayList<>();
    Stranded stranded = stranded(tried::add);
    Node next = new Node();
    Node queued = new Node();
    assertThat(queued.claimForQueue(next)).isTrue();
    stranded.keep(queued);
    assertThat(stranded.isEmpty()).isFalse();
    assertThat(stranded.retry()).isTrue();
    assertThat(tried).containsExactly(queued);
    assertThat(queued.nextInQueue()).isSameAs(next);
    assertThat(stranded.isEmpty()).isTrue();
  }

  @Test
  void keep_noMemoryEvenForThat_waitsForSome() {
    AtomicInteger shortages = new AtomicInteger(2);
    @SuppressWarnings("serial")
    Deque<Runnable> scarce =
        new ArrayDeque<>() {
          @Override
          public boolean add(Runnable task) {
            if (shortages.getAndDecrement() > 0) {
              throw new LinkageError("on purpose");
            }
            return super.add(task);
          }
        };
    Stranded stranded = new Stranded(outlet, scarce);
    Runnable other = () -> {};
    stranded.keep(other);
    assertThat(scarce).containsExactly(other);
  }

  @Test
  void retry_thatThrows_leavesAllInPlace() {
    AtomicInteger failures = new AtomicInteger(1);
    List<Runnable> tried = new ArrayList<>();
    Stranded stranded =
        stranded(
            task -> {
              if (failures.getAndDecrement() > 0) {
                throw new LinkageError("on purpose");
              }
              return tried.add(task);
            });
    Node first = new Node();
    Node second = new Node();
    stranded.keep(first);
    stranded.keep(second);
    assertThatThrownBy(stranded::retry).hasMessage("on purpose");
    assertThat(stranded.retry()).isTrue();
    assertThat(tried).containsExactly(first, second);
  }

  /** Takes what starts a thread for a task, or says that it can't. */
  private static Stranded stranded(Predicate<Runnable> retry) {
    return new Stranded(
        new Outlet() {
          @Override
          public void accept(WheelNode node) {}

          @Override
          public void turnFailed(Throwable cause) {}

          @Override
          public boolean retry(Runnable task) {
            return retry.test(task);
          }
        });
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
