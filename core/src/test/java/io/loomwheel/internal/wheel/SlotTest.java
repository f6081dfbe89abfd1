package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotTest {
  private final SlotOwner owner = new TestSlotOwner();
  private final Slot slot = new Slot(owner);
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
    nodes.subList(from, to).forEach(TestNode::claimCancel);
  }

  /** Cancels as if all the cells had moved at that moment. */
  private void cancelAndMissTheCells(int from, int to) {
    nodes.subList(from, to).forEach(Wheels::claimOnly);
  }

  private void sweep() {
    while (slot.sweep(100) == 0) {
      // goes on with the next share
    }
  }

  /** The numbers of all nodes in order. */
  private List<Integer> content() {
    return SlotContent.of(slot).stream().map(node -> ((TestNode) node).id).toList();
  }

  private static List<Integer> numbers(int from, int to) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = from; i < to; i++) {
      numbers.add(i);
    }
    return numbers;
  }

  /** The list of chunks is made anew, shorter, while a sweep has read a part of it. */
  @Test
  void sweep_whileNodesCome_goesOnWhereItWas() {
    append(10_000);
    for (int i = 0; i < 10_000; i++) {
      if (i % 50 != 0) {
        cancel(i, i + 1);
      }
    }
    assertThat(slot.sweep(9000)).isZero();
    append(10_000);
    cancel(10_000, 20_000);
    sweep();
    assertThat(Wheels.size(slot)).isLessThan(2 * Wheels.live(slot) + 2 * Slot.LONGEST);
  }

  @Test
  void append_manyNodes_keepsTheOrderOfArrival() {
    append(1000);
    assertThat(content()).isEqualTo(numbers(0, 1000));
    assertThat(Wheels.size(slot)).isEqualTo(1000);
    assertThat(Wheels.live(slot)).isEqualTo(1000);
    assertThat(slot.isEmpty()).isFalse();
    assertThat(nodes).allMatch(node -> node.owner() == owner);
  }

  @Test
  void append_afterCancellations_neverUsesACellAgain() {
    append(3);
    cancel(1, 3);
    append();
    assertThat(Wheels.size(slot)).isEqualTo(4);
    assertThat(content()).containsExactly(0, 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10, 1000})
  void append_whileTheOldestAreCancelled_dropsTheirChunks(int held) {
    append(held);
    int most = 0;
    for (int i = 0; i < 20_000; i++) {
      append();
      cancel(i, i + 1);
      most = Math.max(most, Wheels.size(slot));
    }
    assertThat(most).isLessThan(2 * held + 4 * Slot.LONGEST);
    assertThat(slot.chunks()).isLessThan(4 * (held / (Slot.LONGEST - 1) + 16));
    assertThat(content()).isEqualTo(numbers(20_000, 20_000 + held));
  }

  @Test
  void append_oneOfEachChunkStays_keepsItAndTheOrder() {
    append(10_000);
    for (int i = 0; i < 10_000; i++) {
      if (i % 50 != 0) {
        cancel(i, i + 1);
      }
    }
    append(10_000);
    List<Integer> left = numbers(0, 20_000);
    left.removeIf(i -> i < 10_000 && i % 50 != 0);
    assertThat(content()).isEqualTo(left);
  }

  @Test
  void append_toASlotWhoseChunksWereAllDropped_goesOn() {
    append(1000);
    cancel(0, 1000);
    append(1000);
    cancel(1000, 2000);
    append(100);
    assertThat(content()).isEqualTo(numbers(2000, 2100));
    assertThat(Wheels.live(slot)).isEqualTo(100);
  }

  @Test
  void claimCancel_afterTheNodesWereCopied_findsEachAtItsNewPlace() {
    append(1000);
    cancel(100, 900);
    sweep();
    cancel(0, 50);
    cancel(950, 1000);
    List<Integer> left = numbers(50, 100);
    left.addAll(numbers(900, 950));
    assertThat(content()).isEqualTo(left);
    cancel(50, 950);
    assertThat(content()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 17, 64, 1000})
  void reset_dropsAllAndIsUsableAgain(int count) {
    append(count);
    slot.reset();
    assertThat(slot.isEmpty()).isTrue();
    assertThat(Wheels.size(slot)).isZero();
    append();
    assertThat(content()).containsExactly(count);
  }

  @Test
  void sweep_halfOfTheCellsAreInUse_dropsTheEmptyOnes() {
    append(8);
    cancel(1, 5);
    sweep();
    assertThat(Wheels.size(slot)).isEqualTo(4);
    assertThat(content()).containsExactly(0, 5, 6, 7);
    append();
    assertThat(content()).containsExactly(0, 5, 6, 7, 8);
  }

  @Test
  void sweep_chunksThatAreFullerThanHalf_stay() {
    append(63 * 10);
    int before = Wheels.size(slot);
    cancel(100, 120);
    sweep();
    assertThat(Wheels.size(slot)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 62, 63, 64, 126, 127, 500, 5000})
  void sweep_anyNumberIsLeft_keepsThemInOrderInTwiceAsManyCells(int left) {
    append(3 * left);
    for (int i = 0; i < 3 * left; i++) {
      if (i % 3 != 0) {
        cancel(i, i + 1);
      }
    }
    sweep();
    assertThat(Wheels.size(slot)).isLessThanOrEqualTo(2 * left);
    append(200);
    List<Integer> wanted = numbers(0, 3 * left + 200);
    wanted.removeIf(i -> i < 3 * left && i % 3 != 0);
    assertThat(content()).isEqualTo(wanted);
  }

  @Test
  void sweep_inShares_whileOthersAppend_keepsAllInOrder() {
    append(10_000);
    for (int i = 0; i < 10_000; i++) {
      if (i % 7 != 0) {
        cancel(i, i + 1);
      }
    }
    while (slot.sweep(64) == 0) {
      append(3);
    }
    List<Integer> wanted = numbers(0, nodes.size());
    wanted.removeIf(i -> i < 10_000 && i % 7 != 0);
    assertThat(content()).isEqualTo(wanted);
    assertThat(Wheels.size(slot)).isLessThanOrEqualTo(2 * wanted.size());
  }

  /** {@return how many cells the chunks have} Also checks that none is longer than it may be. */
  private int cellsOfTheChunks() {
    int cells = 0;
    for (int c = 0; c < slot.chunks(); c++) {
      WheelNode[] chunk = slot.chunk(c);
      assertThat(chunk == null ? 0 : chunk.length).isLessThanOrEqualTo(Slot.LONGEST);
      cells += chunk == null ? 0 : chunk.length - 1;
    }
    return cells;
  }

  @Test
  void cells_afterAnyOperations_areThoseOfTheChunks() {
    Random random = new Random(1);
    for (int i = 0; i < 3000; i++) {
      switch (random.nextInt(8)) {
        case 0 -> slot.sweep(1 + random.nextInt(500));
        case 1 -> {
          if (slot.firstChunk() != null) {
            slot.dropFirst();
          }
        }
        case 2 -> nodes.forEach(node -> cancelSome(node, random));
        default -> append(random.nextInt(60));
      }
      assertThat(owner.cells).as("after operation %s", i).isEqualTo(cellsOfTheChunks());
      if (i % 500 == 499) {
        slot.reset();
        nodes.clear();
        assertThat(owner.cells).isZero();
      }
    }
  }

  private static void cancelSome(TestNode node, Random random) {
    if (random.nextInt(4) > 0) {
      node.claimCancel();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 200, 1000})
  void sweep_aShare_readsThatManyCellsAndTheRestOfAChunk(int share) {
    append(63 * 100);
    int calls = 1;
    while (slot.sweep(share) == 0) {
      calls++;
    }
    int cells = 100 * Slot.LONGEST; // each is read once or, where it ends a group, twice
    assertThat(calls).isBetween(cells / (share + Slot.LONGEST + 1), 2 + 2 * cells / share);
  }

  @Test
  void sweep_theShareIsMoreThanThereIs_saysWhatIsLeft() {
    append(8);
    assertThat(slot.sweep(1000)).isBetween(1000 - 16, 1000 - 8);
  }

  @Test
  void sweep_nothingIsInUse_leavesNothing() {
    append(100);
    cancel(0, 100);
    sweep();
    assertThat(slot.isEmpty()).isTrue();
    append();
    assertThat(content()).containsExactly(100);
  }

  @Test
  void sweep_aWalkedPart_goesOnBehindIt() {
    append(1000);
    for (int i = 0; i < 5; i++) {
      slot.firstChunk();
      slot.dropFirst();
    }
    List<Integer> left = content();
    left = new ArrayList<>(left);
    cancel(left.get(0), left.get(0) + 600);
    sweep();
    assertThat(content()).isEqualTo(left.subList(600, left.size()));
    assertThat(Wheels.size(slot)).isLessThanOrEqualTo(2 * (left.size() - 600));
  }

  @Test
  void sweep_deadNodesWhoseCellsWereMissed_leavesThemOut() {
    append(200);
    cancelAndMissTheCells(0, 100);
    cancel(60, 190);
    sweep();
    slot.mend();
    assertThat(content()).isEqualTo(numbers(190, 200));
  }

  @Test
  void mend_emptiesTheCellsThatDontCount() {
    append(100);
    cancelAndMissTheCells(10, 90);
    Slot other = new Slot(new TestSlotOwner());
    other.append(nodes.get(0)); // it lies elsewhere now
    assertThat(Wheels.live(slot)).isEqualTo(100);
    slot.mend();
    assertThat(Wheels.live(slot)).isEqualTo(19);
    assertThat(content()).doesNotContain(0);
  }
}
