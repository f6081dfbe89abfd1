package io.loomwheel.wheel;

import static org.assertj.core.api.Assertions.assertThat;

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
}
