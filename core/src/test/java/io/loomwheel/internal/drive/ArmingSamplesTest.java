package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class ArmingSamplesTest {
  private final ArmingSamples samples = new ArmingSamples();
  private final TickClock time = new TickClock(() -> 0, 0, 0);

  @Test
  void samples_ofNodesThatAreOver_areForgotten() {
    RecordedNode waits = new RecordedNode("idle");
    waits.prime(1);
    while (samples.samples.size() == 0) {
      samples.offer(waits, time);
    }
    waits.primeFired(1); // and is armed again later
    for (int i = 0; i < 1_000_000; i++) {
      RecordedNode node = new RecordedNode("idle");
      node.prime(1);
      samples.offer(node, time);
      node.claimCancel();
    }
    waits.prime(1);
    assertThat(samples.samples.size()).isLessThanOrEqualTo(64);
    assertThat(samples.waiting()).hasSize(1).allMatch(sample -> sample.get() == waits);
  }

  @Test
  void samples_ofNodesThatTheLimitRefuses_areNone() {
    Engine engine = EngineBench.limited(1, 1).engine;
    engine.limit.acquire(false);
    engine.samples = samples;
    List<RecordedNode> refused = new ArrayList<>(); // held, so that none is collected
    for (int i = 0; i < 20_000; i++) {
      RecordedNode node = new RecordedNode("idle");
      refused.add(node);
      assertThatThrownBy(() -> engine.arm(node, 10)).isInstanceOf(RejectedExecutionException.class);
    }
    assertThat(samples.waiting()).isEmpty();
    assertThat(refused).hasSize(20_000);
  }
}
