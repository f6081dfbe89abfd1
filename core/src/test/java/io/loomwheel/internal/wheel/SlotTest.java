package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotTest {
  private final Slot slot = new Slot(TestSlotOwner.KEEPER);
  private final List<TestNode> nodes = new ArrayList<>();

  private TestNode append() {
    TestNode node = new TestNode(nodes.size(), 100);
    nodes.add(node);
    slot.append(node);
    return node;
  }

  private void append(int count) {
    for (int i = 0; i < count; i++) {
      append();
    }
  }

  private void cancel(int from, int to) {
    for (TestNode node : nodes.subList(from, to)) {
      node.claimCancel();
      node.vacate();
    }
  }

  /** All nodes in order. */
  private List<WheelNode> content() {
    List<WheelNode> content = new ArrayList<>();
    for (int i = 0; i < slot.size(); i++) {
      if (slot.at(i) != null) {
        content.add(slot.at(i));
      }
    }
    return content;
  }

  @Test
  void append_manyNodes_keepsTheOrderOfArrival() {
    append(1000);
    assertThat(content()).isEqualTo(nodes);
    assertThat(slot.isEmpty()).isFalse();
    assertThat(nodes).allMatch(node -> node.owner().equals(TestSlotOwner.KEEPER));
  }

  @Test
  void append_afterTheYoungestWereCancelled_takesTheirCells() {
    append(3);
    cancel(1, 3);
    append();
    assertThat(slot.size()).isEqualTo(2);
    cancel(0, 4);
    append();
    assertThat(slot.size()).isEqualTo(1);
  }

  @Test
  void append_toAFullArrayWhoseFirstHalfAreHoles_shiftsTheRestToTheFront() {
    append(16);
    cancel(0, 9);
    append();
    assertThat(slot.size()).isEqualTo(8);
    assertThat(content()).isEqualTo(nodes.subList(9, 17));
    for (int i = slot.size(); i < 16; i++) {
      assertThat(slot.at(i)).as("cell %s", i).isNull();
    }
  }

  @Test
  void append_toAFullArrayOfWhichThreeQuartersAreHoles_closesThem() {
    append(16);
    cancel(1, 5);
    cancel(6, 10);
    cancel(11, 15);
    append();
    assertThat(content()).map(node -> ((TestNode) node).id).containsExactly(0, 5, 10, 15, 16);
    assertThat(slot.size()).isEqualTo(5);
    for (int i = slot.size(); i < 16; i++) {
      assertThat(slot.at(i)).as("cell %s", i).isNull();
    }
  }

  @Test
  void append_toAFullArrayWithFewerHoles_growsInstead() {
    append(16);
    cancel(1, 12);
    append();
    assertThat(slot.size()).isEqualTo(17);
    assertThat(content()).map(node -> ((TestNode) node).id).containsExactly(0, 12, 13, 14, 15, 16);
  }

  @Test
  void append_closingHoles_dropsTheDeadWhoseCellsWereMissed() {
    append(16);
    nodes.get(0).claimCancel(); // as if its cell had moved at that moment
    cancel(1, 13);
    append();
    assertThat(content()).isEqualTo(nodes.subList(13, 17));
  }

  @Test
  void clear_afterTheNodesHaveMoved_findsEachAtItsNewPlace() {
    append(16);
    cancel(0, 9);
    append();
    cancel(10, 12);
    assertThat(content()).map(node -> ((TestNode) node).id).containsExactly(9, 12, 13, 14, 15, 16);
    append(8);
    cancel(12, 24);
    append();
    assertThat(content()).map(node -> ((TestNode) node).id).containsExactly(9, 24, 25);
    cancel(9, 26);
    assertThat(content()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void clear_numberOfNoCellOrOfAnotherNode_doesNothing(boolean locked) {
    append(16);
    cancel(0, 9);
    append(); // the first cell has number 9 now
    TestNode other = new TestNode(-1, 100);
    for (int number = -1; number <= 9 + 16 + 1; number++) {
      if (locked) {
        slot.clearLocked(number, other);
      } else {
        slot.clear(number, other);
      }
    }
    assertThat(content()).isEqualTo(nodes.subList(9, 17));
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 12, 24})
  void clearLocked_numberOfTheNode_emptiesItsCell(int number) {
    append(16);
    cancel(0, 9);
    append(9);
    slot.clearLocked(number, nodes.get(number));
    assertThat(content()).hasSize(15).doesNotContain(nodes.get(number));
    assertThat(slot.at(number - 9)).isNull();
  }

  @Test
  void sweep_halfOfTheArrayIsInUse_closesTheHoles() {
    append(8);
    cancel(1, 5);
    assertThat(slot.sweep()).isTrue();
    assertThat(slot.size()).isEqualTo(4);
    assertThat(content()).map(node -> ((TestNode) node).id).containsExactly(0, 5, 6, 7);
  }

  @Test
  void sweep_moreThanHalfIsInUse_movesNothing() {
    append(8);
    cancel(1, 4);
    assertThat(slot.sweep()).isTrue();
    assertThat(slot.size()).isEqualTo(8);
    assertThat(slot.at(1)).isNull();
  }

  @Test
  void sweep_nothingIsInUse_saysSo() {
    append(100);
    cancel(0, 100);
    assertThat(slot.sweep()).isFalse();
    assertThat(slot.isEmpty()).isTrue();
    append();
    assertThat(content()).containsExactly(nodes.get(100));
  }

  @Test
  void sweep_onlyDeadNodesWhoseCellsWereMissed_saysThatNothingIsInUse() {
    append(16);
    nodes.forEach(TestNode::claimCancel);
    cancel(2, 16);
    assertThat(slot.sweep()).isFalse();
    assertThat(slot.size()).isZero();
  }
}
