package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Stage;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** A thread that makes garbage as fast as it can, and holds a quarter of the heap. */
final class Garbage implements Fault {
  private static final int BLOCK = 64 << 10;

  private final LongAdder blocks = new LongAdder();

  @Override
  public String name() {
    return "garbage";
  }

  @Override
  public void during(Stage stage) {
    int held = (int) (Runtime.getRuntime().maxMemory() / 4 / BLOCK);
    byte[][] ring = new byte[Math.min(held, 4096)][];
    for (int i = 0; !stage.isOver(); i++) {
      ring[i % ring.length] = new byte[BLOCK - Chance.below(BLOCK / 2)];
      blocks.increment();
    }
  }

  @Override
  public List<String> figures() {
    return List.of(blocks.sum() * BLOCK / 4 * 3 / 1_000_000 + " MB of garbage");
  }
}
