package io.loomwheel.internal.wheel;

import java.util.ArrayList;
import java.util.List;

/** What lies in a slot, for tests. */
final class SlotContent {
  /** {@return all nodes in order} */
  static List<WheelNode> of(Slot slot) {
    List<WheelNode> content = new ArrayList<>();
    slot.forEach(content::add);
    return content;
  }
}
