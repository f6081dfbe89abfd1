package io.loomwheel.internal.wheel;

import java.util.ArrayList;
import java.util.List;

/** What lies in a slot, for tests. */
final class SlotContent {
  private SlotContent() {}

  /** {@return all nodes in order} */
  static List<WheelNode> of(Slot slot) {
    List<WheelNode> content = new ArrayList<>();
    for (int c = 0; c < slot.chunks(); c++) {
      WheelNode[] chunk = slot.chunk(c);
      for (int i = 1; chunk != null && i < slot.end(c, chunk); i++) {
        if (chunk[i] != null) {
          content.add(chunk[i]);
        }
      }
    }
    return content;
  }
}
