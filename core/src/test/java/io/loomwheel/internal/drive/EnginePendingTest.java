package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Finding nodes in the wheels, for whoever keeps no list of them. */
class EnginePendingTest {
  private final EngineBench bench = EngineBench.of(8);
  private final Engine engine = bench.engine;

  @Test
  void pending_findsWhatWaits_onAnyLevel_andNothingThatIsOver() {
    RecordedNode near = bench.armed("near", 10);
    RecordedNode far = bench.armed("far", 1L << 40);
    engine.cancel(bench.armed("cancelled", 10));
    bench.armed("fired", 1);
    bench.after(1);
    assertThat(engine.pending(node -> true)).containsExactlyInAnyOrder(near, far);
    assertThat(engine.pending(node -> node == far)).containsExactly(far);
  }

  @Test
  void pending_findsWhatIsStillInAnInbox() {
    Shard shard = EngineBench.shardOf(bench.armed("first", 10));
    Lane lane = new Lane(engine, shard);
    RecordedNode queued = new RecordedNode("queued");
    shard.lock();
    lane.arm(queued, 10);
    shard.unlock();
    assertThat(engine.pending(node -> node == queued)).containsExactly(queued);
    assertThat(bench.after(10)).contains(queued);
  }
}
