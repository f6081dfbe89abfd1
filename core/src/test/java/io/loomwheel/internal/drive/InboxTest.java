package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.wheel.Race;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InboxTest {
  private final Inbox inbox = new Inbox();
  private final RecordedNode first = RecordedNode.due("first", 1);
  private final RecordedNode second = RecordedNode.due("second", 2);
  private final RecordedNode third = RecordedNode.due("third", 3);

  private List<WheelNode> drained() {
    List<WheelNode> nodes = new ArrayList<>();
    inbox.drain(nodes::add);
    return nodes;
  }

  private List<WheelNode> closed() {
    List<WheelNode> nodes = new ArrayList<>();
    inbox.close(nodes::add);
    return nodes;
  }

  @Test
  void drain_givesAllInOrderOfArrival_once() {
    assertThat(inbox.isEmpty()).isTrue();
    assertThat(inbox.push(first)).isTrue();
    assertThat(inbox.push(second)).isTrue();
    assertThat(inbox.push(third)).isTrue();
    assertThat(inbox.isEmpty()).isFalse();
    assertThat(drained()).containsExactly(first, second, third);
    assertThat(inbox.isEmpty()).isTrue();
    assertThat(drained()).isEmpty();
  }

  @Test
  void push_queuedAlready_isOneVisit() {
    inbox.push(first);
    inbox.push(second);
    assertThat(inbox.push(first)).isTrue();
    assertThat(drained()).containsExactly(first, second);
  }

  @Test
  void drain_nodeHasLeftBeforeItIsVisited_soThatItMayComeAgain() {
    inbox.push(first);
    inbox.push(second);
    inbox.drain(node -> assertThat(inbox.push(node)).isTrue());
    assertThat(drained()).containsExactly(first, second);
  }

  @Test
  void close_givesWhatIsThere_andRefusesTheRest() {
    inbox.push(first);
    inbox.push(second);
    assertThat(closed()).containsExactly(first, second);
    assertThat(inbox.push(third)).isFalse();
    assertThat(inbox.isEmpty()).isTrue();
    assertThat(drained()).isEmpty();
    assertThat(closed()).isEmpty();
    assertThat(inbox.push(third)).isFalse();
  }

  @Test
  void push_refused_leavesTheNodeFreeForAnotherInbox() {
    closed();
    inbox.push(first);
    Inbox other = new Inbox();
    other.push(first);
    List<WheelNode> nodes = new ArrayList<>();
    other.drain(nodes::add);
    assertThat(nodes).containsExactly(first);
  }

  @Test
  void push_byTwoAtOnce_bothArrive() throws Exception {
    Race.run(
        i -> inbox.push(first),
        i -> inbox.push(second),
        i -> assertThat(drained()).containsExactlyInAnyOrder(first, second));
  }

  @Test
  void push_whileAnotherDrains_arrivesOnce() throws Exception {
    List<WheelNode> arrived = new ArrayList<>();
    Race.run(
        i -> inbox.push(first),
        i -> inbox.drain(arrived::add),
        i -> {
          inbox.drain(arrived::add);
          assertThat(arrived).containsExactly(first);
          arrived.clear();
        });
  }
}
