package io.loomwheel.internal.wheel;

import java.util.function.IntConsumer;

/** The owner of one wheel that a test makes. */
public final class TestSlotOwner extends SlotOwner {
  private final IntConsumer cancelled;

  public TestSlotOwner() {
    this(nodes -> {});
  }

  TestSlotOwner(IntConsumer cancelled) {
    this.cancelled = cancelled;
  }

  @Override
  public void cancelled(int nodes) {
    cancelled.accept(nodes);
  }
}
