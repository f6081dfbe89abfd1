package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WheelNodeTest {
  private final TestNode node = new TestNode(0, 100);

  @Test
  void claimCancel_armed_winsOnce() {
    assertThat(node.claimCancel()).isTrue();
    assertThat(node.claimCancel()).isFalse();
    assertThat(node.isCancelled()).isTrue();
    assertThat(node.isFired()).isFalse();
  }

  @Test
  void claimCancel_fired_loses() {
    assertThat(node.claimForFiring(100)).isTrue();
    assertThat(node.claimCancel()).isFalse();
    assertThat(node.isFired()).isTrue();
    assertThat(node.deadlineNanos()).isEqualTo(100);
  }

  @Test
  void claimForFiring_rescheduledMeanwhile_loses() {
    assertThat(node.claimReschedule(200)).isEqualTo(100);
    assertThat(node.claimForFiring(100)).isFalse();
    assertThat(node.isArmed()).isTrue();
  }

  @Test
  void claimReschedule_firedOrCancelled_loses() {
    node.claimForFiring(100);
    assertThat(node.claimReschedule(200)).isEqualTo(-1);
    TestNode other = new TestNode(1, 100);
    other.claimCancel();
    assertThat(other.claimReschedule(200)).isEqualTo(-1);
  }

  @Test
  void claimRun_fired_winsOnce() {
    node.claimForFiring(100);
    assertThat(node.claimRun()).isTrue();
    assertThat(node.claimRun()).isFalse();
    assertThat(node.isFired()).isTrue();
  }

  @Test
  void claimRearm_retired_loses() {
    node.claimForFiring(100);
    assertThat(node.claimRearm(200)).isTrue();
    node.claimForFiring(200);
    assertThat(node.retire()).isTrue();
    assertThat(node.claimRearm(300)).isFalse();
  }

  @Test
  void deadlineZero_goesThroughAllStates() {
    TestNode zero = new TestNode(2, 0);
    assertThat(zero.isArmed()).isTrue();
    assertThat(zero.deadlineNanos()).isZero();
    assertThat(zero.claimForFiring(0)).isTrue();
    assertThat(zero.isFired()).isTrue();
    assertThat(zero.deadlineNanos()).isZero();
  }

  @Test
  void deadlineNever_goesThroughAllStates() {
    TestNode never = new TestNode(3, WheelNode.NEVER_NANOS);
    assertThat(never.claimForFiring(WheelNode.NEVER_NANOS)).isTrue();
    assertThat(never.isFired()).isTrue();
    assertThat(never.claimRun()).isTrue();
    assertThat(never.isCancelled()).isFalse();
  }

  @Test
  void isArmed_onlyUntilTheNodeFiresOrIsCancelled() {
    assertThat(node.isArmed()).isTrue();
    node.claimCancel();
    assertThat(node.isArmed()).isFalse();
    TestNode fired = new TestNode(1, 100);
    fired.claimForFiring(100);
    assertThat(fired.isArmed()).isFalse();
  }

  @Test
  void isPending_untilItIsTakenToRunOrCancelled() {
    assertThat(node.isPending()).isTrue();
    node.claimForFiring(100);
    assertThat(node.isPending()).isTrue();
    node.claimRun();
    assertThat(node.isPending()).isFalse();
    TestNode period = new TestNode(1, 100);
    period.claimForFiring(100);
    period.claimPeriod();
    assertThat(period.isPending()).isFalse();
    TestNode cancelled = new TestNode(2, 100);
    cancelled.claimCancel();
    assertThat(cancelled.isPending()).isFalse();
  }

  @Test
  void isOver_onlyOnceNothingCanHappenAnyMore() {
    assertThat(node.isOver()).isFalse();
    node.claimForFiring(100);
    assertThat(node.isOver()).isFalse();
    node.claimRun();
    assertThat(node.isOver()).isTrue();
    TestNode cancelled = new TestNode(1, WheelNode.NEVER_NANOS);
    assertThat(cancelled.isOver()).isFalse();
    cancelled.claimCancel();
    assertThat(cancelled.isOver()).isTrue();
    TestNode farthest = new TestNode(2, 0);
    farthest.primeFired(WheelNode.NEVER_NANOS);
    assertThat(farthest.isOver()).isFalse();
  }

  @Test
  void retire_armedOrOver_loses() {
    TestNode zero = new TestNode(1, 0);
    assertThat(zero.retire()).isFalse();
    assertThat(zero.isArmed()).isTrue();
    node.claimCancel();
    assertThat(node.retire()).isFalse();
    TestNode ran = new TestNode(2, 100);
    ran.claimForFiring(100);
    ran.claimRun();
    assertThat(ran.retire()).isFalse();
    assertThat(ran.isCancelled()).isFalse();
  }

  @Test
  void claimRun_armedOrCancelled_loses() {
    TestNode zero = new TestNode(1, 0);
    assertThat(zero.claimRun()).isFalse();
    node.claimCancel();
    assertThat(node.claimRun()).isFalse();
    assertThat(node.isCancelled()).isTrue();
  }

  @Test
  void claimRearm_armedOrOver_loses() {
    TestNode zero = new TestNode(1, 0);
    assertThat(zero.claimRearm(7)).isFalse();
    node.claimForFiring(100);
    node.claimRun();
    assertThat(node.claimRearm(7)).isFalse();
    assertThat(node.isOver()).isTrue();
  }

  @Test
  void claimPeriod_fired_winsOnceUntilArmedAgain() {
    assertThat(node.claimPeriod()).as("armed").isNegative();
    node.claimForFiring(100);
    assertThat(node.claimPeriod()).isEqualTo(100);
    assertThat(node.claimPeriod()).isNegative();
    assertThat(node.isFired()).isTrue();
    assertThat(node.isOver()).isFalse();
    assertThat(node.claimRearm(200)).isTrue();
    assertThat(node.claimPeriod()).as("armed again").isNegative();
    node.claimForFiring(200);
    assertThat(node.claimPeriod()).isEqualTo(200);
    node.refire(300);
    assertThat(node.claimPeriod()).isEqualTo(300);
    TestNode never = new TestNode(1, WheelNode.NEVER_NANOS);
    never.claimForFiring(WheelNode.NEVER_NANOS);
    assertThat(never.claimPeriod()).isEqualTo(WheelNode.NEVER_NANOS);
  }

  @Test
  void retire_periodThatRuns_letsNoOtherCome() {
    node.claimForFiring(100);
    node.claimPeriod();
    assertThat(node.retire()).isTrue();
    node.refire(200);
    assertThat(node.claimPeriod()).isNegative();
    assertThat(node.claimRearm(300)).isFalse();
    assertThat(node.isCancelled()).isTrue();
  }

  @Test
  void claimRearm_fired_isInNoWheelUntilLinkedAnew() {
    Slot slot = new Slot(new TestSlotOwner());
    slot.append(node);
    assertThat(node.owner()).isInstanceOf(TestSlotOwner.class);
    node.claimForFiring(100);
    assertThat(node.claimRearm(200)).isTrue();
    assertThat(node.owner()).isNull();
    assertThat(node.deadlineNanos()).isEqualTo(200);
  }

  @Test
  void vacate_emptiesItsOwnCellAlone() {
    Slot slot = new Slot(new TestSlotOwner());
    node.vacate(); // lies nowhere
    TestNode other = new TestNode(1, 100);
    slot.append(node);
    slot.append(other);
    node.vacate();
    assertThat(SlotContent.of(slot)).containsExactly(other);
    node.moveTo(other.chunk, other.index); // as if that cell had been its own
    node.vacate();
    assertThat(SlotContent.of(slot)).containsExactly(other);
  }

  @Test
  void claimCancel_linked_emptiesTheCell() {
    Slot slot = new Slot(new TestSlotOwner());
    slot.append(node);
    node.claimCancel();
    assertThat(Wheels.live(slot)).isZero();
  }

  @Test
  void claimCancel_movedSince_leavesTheFormerCellAlone() {
    Slot slot = new Slot(new TestSlotOwner());
    slot.append(node);
    slot.append(node);
    node.claimCancel();
    assertThat(Wheels.live(slot)).isEqualTo(1);
  }

  @Test
  void claimCancel_staleIndexBeyondTheChunk_emptiesNothing() {
    Slot slot = new Slot(new TestSlotOwner());
    slot.append(node);
    node.index = 1000; // as a thread may see it while the node moves
    assertThat(node.claimCancel()).isTrue();
    assertThat(Wheels.live(slot)).isEqualTo(1);
  }

  @Test
  void claimCancel_ofThousands_tellsTheOwnerOfAboutAsMany() {
    AtomicInteger notified = new AtomicInteger();
    Slot slot = new Slot(new TestSlotOwner(notified::addAndGet));
    for (int i = 0; i < 100_000; i++) {
      TestNode any = new TestNode(i, 1_000_000_007L * i);
      slot.append(any);
      any.claimCancel();
    }
    assertThat(notified.get()).isBetween(90_000, 110_000);
    TestNode[] kept = new TestNode[100_000];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = new TestNode(i, 1_000_000_007L * i);
      slot.append(kept[i]);
    }
    notified.set(0);
    for (TestNode any : kept) {
      any.claimCancel();
    }
    assertThat(notified.get()).isBetween(90_000, 110_000);
  }

  /** As with slack. In each chunk of 63 one node or two stand for 62. */
  @Test
  void claimCancel_ofAllOfOneDeadline_tellsTheOwnerOfAboutAsMany() {
    AtomicInteger notified = new AtomicInteger();
    for (int i = 0; i < 2000; i++) {
      long deadline = i % 2 == 0 ? 1_000_000_007L + i : (long) i << 33;
      Slot slot = new Slot(new TestSlotOwner(notified::addAndGet));
      List<TestNode> nodes = new ArrayList<>();
      for (int n = 0; n < 3 + 7 + 15 + 31 + 10 * 63; n++) {
        nodes.add(new TestNode(n, deadline));
        slot.append(nodes.get(n));
      }
      nodes.forEach(TestNode::claimCancel);
      assertThat(notified.getAndSet(0)).as("of deadline %s", deadline).isBetween(620, 1700);
    }
  }

  @Test
  void claimCancel_ownerFails_cancelsAllTheSame() {
    Slot slot =
        new Slot(
            new TestSlotOwner(
                cells -> {
                  if (cells > 0) {
                    throw new StackOverflowError("on purpose");
                  }
                }));
    for (int i = 0; i < 1000; i++) {
      TestNode any = new TestNode(i, 1_000_000_007L * i);
      slot.append(any);
      assertThat(any.claimCancel()).isTrue();
    }
    assertThat(Wheels.live(slot)).isZero();
  }

  @Test
  void onStopped_unlessASubclassSaysOtherwise_isACancellation() {
    AtomicInteger notified = new AtomicInteger();
    WheelNode telling =
        new WheelNode() {
          @Override
          public void run() {}

          @Override
          public void onCancelled() {
            notified.incrementAndGet();
          }
        };
    telling.onStopped();
    assertThat(notified).hasValue(1);
    assertThat(telling.executor()).isNull();
  }
}
