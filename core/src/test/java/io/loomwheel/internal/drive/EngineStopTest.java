package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** What the end of an engine, and a limit on it, do to those who arm. */
class EngineStopTest {
  private final EngineBench bench = EngineBench.of(4);
  private final Engine engine = bench.engine;
  private final EngineBench limited = EngineBench.limited(1, 1);

  private static RecordedNode node() {
    return new RecordedNode("node");
  }

  private static void assertFull(Engine engine) {
    assertThatThrownBy(() -> engine.arm(node(), 10)).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void stop_cancelsWhatIsArmedAndTellsEach() {
    RecordedNode armed = bench.armed("armed", 10);
    RecordedNode fired = bench.armed("fired", 5);
    RecordedNode cancelled = bench.armed("cancelled", 10);
    engine.cancel(cancelled);
    bench.after(5);
    assertThat(engine.isStopped()).isFalse();
    assertThat(engine.stop(0)).containsExactly(armed);
    assertThat(engine.isStopped()).isTrue();
    assertThat(armed.isCancelled()).isTrue();
    assertThat(armed.stopped).isEqualTo(1);
    assertThat(armed.cancelled).isZero();
    assertThat(fired.stopped + cancelled.stopped).isZero();
    assertThat(engine.pending()).isZero();
    assertThat(engine.stats().cancelled()).isEqualTo(2);
    assertThat(engine.stop(0)).isEmpty();
    assertThat(bench.after(100)).isEmpty();
  }

  @Test
  void arm_afterStop_isRefusedAndTheNodeNeverRuns() {
    engine.stop(0);
    RecordedNode delayed = node();
    assertThat(engine.arm(delayed, 10)).isFalse();
    assertThat(delayed.isCancelled()).isTrue();
    assertThat(engine.arm(node(), 0)).isFalse();
    assertThat(engine.lane().arm(node(), 10)).isFalse();
    assertThat(engine.pending()).isZero();
    assertThat(bench.after(100)).isEmpty();
  }

  @Test
  void arm_afterStopWhileTheShardIsTaken_isRefused() {
    EngineBench one = EngineBench.of(1);
    Shard shard = EngineBench.shardOf(one.armed("node", 10));
    one.engine.stop(0);
    shard.lock();
    RecordedNode late = node();
    assertThat(one.engine.arm(late, 10)).isFalse();
    assertThat(late.isCancelled()).isTrue();
    shard.unlock();
  }

  @Test
  void arm_afterStopWhileTheHomeIsTaken_isRefused() {
    Shard home = EngineBench.shardOf(bench.armed("node", 10));
    engine.stop(0);
    home.lock();
    assertThat(engine.arm(node(), 10)).isFalse();
    home.unlock();
  }

  @Test
  void rearm_afterStop_isRefused() {
    RecordedNode periodic = bench.armed("periodic", 10);
    bench.after(10);
    engine.stop(0);
    assertThat(engine.rearm(periodic, 20)).isFalse();
    assertThat(periodic.isCancelled()).isTrue();
  }

  @Test
  void arm_atTheLimit_isRejectedUntilAPlaceIsFree() {
    RecordedNode first = limited.armed("first", 10);
    assertFull(limited.engine);
    limited.engine.cancel(first);
    RecordedNode second = limited.armed("second", 10);
    limited.engine.discard(second);
    limited.armed("third", 10);
    assertFull(limited.engine);
    assertThat(limited.after(10)).hasSize(1);
    limited.armed("fourth", 10);
    assertThat(limited.engine.arm(node(), 0)).isTrue();
  }

  @Test
  void lane_atTheLimit_isRejectedToo() {
    Lane lane = limited.engine.lane();
    assertThat(lane.arm(node(), 10)).isTrue();
    assertThatThrownBy(() -> lane.arm(node(), 10)).isInstanceOf(RejectedExecutionException.class);
    assertFull(limited.engine);
  }

  @Test
  void laneArmDue_atTheLimit_isTakenAndCounts() {
    Lane lane = limited.engine.lane();
    RecordedNode first = limited.armed("first", 10);
    RecordedNode due = node();
    assertThat(lane.armDue(due, 0)).isTrue();
    limited.engine.cancel(first);
    assertFull(limited.engine);
    assertThat(limited.after(1)).containsExactly(due);
    limited.armed("next", 10);
  }

  @Test
  void laneArmDue_afterStop_isRefusedAndGivesItsPlaceBack() {
    Lane lane = limited.engine.lane();
    limited.engine.stop(0);
    assertThat(lane.armDue(node(), 0)).isFalse();
    assertThat(limited.engine.arm(node(), 10)).isFalse(); // and not rejected
  }

  @Test
  void laneArmDue_withoutALimit_fires() {
    RecordedNode due = node();
    assertThat(engine.lane().armDue(due, 0)).isTrue();
    assertThat(bench.after(1)).containsExactly(due);
  }

  @Test
  void rearm_atTheLimit_keepsItsPlace() {
    RecordedNode periodic = limited.armed("periodic", 10);
    limited.after(10);
    RecordedNode other = limited.armed("other", 100);
    assertThat(limited.engine.rearm(periodic, 20)).isTrue();
    limited.engine.cancel(other);
    assertFull(limited.engine);
    assertThat(limited.after(10)).containsExactly(periodic);
    limited.armed("next", 10);
  }

  @Test
  void rearm_retired_takesNoPlace() {
    RecordedNode periodic = limited.armed("periodic", 10);
    limited.after(10);
    periodic.retire();
    assertThat(limited.engine.rearm(periodic, 20)).isFalse();
    limited.armed("next", 10);
    assertFull(limited.engine);
  }

  @Test
  void arm_limitedAndStopped_givesItsPlaceBack() {
    limited.armed("left", 10);
    assertThat(limited.engine.stop(0)).hasSize(1);
    assertThat(limited.engine.arm(node(), 10)).isFalse();
    assertThat(limited.engine.arm(node(), 10)).isFalse();
    assertThat(limited.engine.lane().arm(node(), 10)).isFalse();
  }

  @Test
  void arm_limitedAndThreadFactoryFails_givesItsPlaceBack() {
    EngineBench failing =
        EngineBench.driven(
            1,
            run -> {
              throw new IllegalStateException("on purpose");
            });
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> failing.engine.arm(node(), 10)).hasMessage("on purpose");
    }
  }
}
