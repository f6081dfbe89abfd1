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
    EngineBench one = EngineBench.of(1);
    Shard shard = EngineBench.shardOf(one.armed("first", 10));
    shard.lock();
    RecordedNode queued = one.armed("queued", 10);
    shard.lock = 0;
    assertThat(one.engine.pending(node -> node == queued)).containsExactly(queued);
    assertThat(one.after(10)).contains(queued);
  }
}
