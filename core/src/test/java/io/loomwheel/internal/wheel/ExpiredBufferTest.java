package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpiredBufferTest {
  private static final Wheel WHEEL = new HierarchicalWheel(0, new TestSlotOwner());

  /** Spans up to the longest, with many ties in the short ones. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 100, 1 << 20, 1L << 40, 1L << 55, Long.MAX_VALUE - 3})
  void sort_anySpan_isStable(long span) {
    Random random = new Random(span);
    for (int count = 0; count < 200; count++) {
      ExpiredBuffer expired = new ExpiredBuffer();
      List<TestNode> wanted = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        TestNode node = new TestNode(i, Math.floorMod(random.nextLong(), span));
        wanted.add(node);
        add(expired, node);
      }
      expired.sort();
      wanted.sort(Comparator.comparingLong(WheelNode::deadlineNanos));
      for (int i = 0; i < count; i++) {
        assertThat(expired.deadlines[i]).isEqualTo(wanted.get(i).deadlineNanos());
      }
      List<WheelNode> seen = new ArrayList<>();
      expired.drainTo(seen::add);
      assertThat(seen).isEqualTo(wanted);
    }
  }

  private static void add(ExpiredBuffer expired, WheelNode node) {
    WHEEL.fireBy = Long.MAX_VALUE;
    WHEEL.fireOrMove(node, expired);
    assertThat(node.isFired()).isTrue();
  }

  private static ExpiredBuffer of(int count) {
    ExpiredBuffer expired = new ExpiredBuffer();
    for (int i = 0; i < count; i++) {
      add(expired, new TestNode(i, i));
    }
    return expired;
  }

  @Test
  void drainTo_givesEachNodeOnceAndForgetsIt() {
    ExpiredBuffer expired = of(3);
    List<WheelNode> seen = new ArrayList<>();
    expired.drainTo(seen::add);
    expired.drainTo(seen::add);
    assertThat(seen).hasSize(3);
    assertThat(expired.size()).isZero();
    assertThat(expired.nodes).containsOnlyNulls();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 7, 9})
  void drainTo_takerFails_keepsThatNodeAndThoseBehind(int taken) {
    ExpiredBuffer expired = of(10);
    List<WheelNode> seen = new ArrayList<>();
    assertThatThrownBy(
            () ->
                expired.drainTo(
                    node -> {
                      if (seen.size() == taken) {
                        throw new OutOfMemoryError("on purpose");
                      }
                      return seen.add(node);
                    }))
        .hasMessage("on purpose");
    assertThat(expired.size()).isPositive();
    assertThat(expired.toArray()).hasSize(10 - taken).doesNotContainNull();
    assertThat(Arrays.stream(expired.nodes).filter(Objects::nonNull)).hasSize(10 - taken);
    expired.drainTo(seen::add);
    assertThat(seen.stream().map(WheelNode::deadlineNanos))
        .isEqualTo(LongStream.range(0, 10).boxed().toList());
  }

  /** The taker fires more, sorts them and drains, as a turn within a turn does. */
  @Test
  void drainTo_withinAnother_givesTheRest_thenWhatCameMeanwhile_eachOnce() {
    ExpiredBuffer expired = of(3);
    List<Long> seen = new ArrayList<>();
    expired.drainTo(
        node -> {
          if (seen.isEmpty()) {
            seen.add(node.deadlineNanos());
            assertThat(expired.size()).isEqualTo(2);
            expired.drainTo(other -> seen.add(other.deadlineNanos()));
            assertThat(expired.size()).isZero();
            for (int i = 100; i > 0; i--) { // beyond the capacity
              add(expired, new TestNode(i, i));
            }
            expired.sort();
            assertThat(expired.toArray()).hasSize(100);
            assertThat(expired.toArray()[0].deadlineNanos()).isOne();
            expired.drainTo(other -> other.deadlineNanos() < 99 && seen.add(other.deadlineNanos()));
            expired.sort();
          } else {
            seen.add(node.deadlineNanos());
          }
          return true;
        });
    assertThat(seen)
        .isEqualTo(
            LongStream.concat(LongStream.range(0, 3), LongStream.rangeClosed(1, 100))
                .boxed()
                .toList());
    assertThat(expired.size()).isZero();
    assertThat(expired.nodes).containsOnlyNulls();
  }

  @Test
  void drainTo_withinAnother_takerFails_keepsWhatNeitherTook() {
    ExpiredBuffer expired = of(3);
    List<Long> seen = new ArrayList<>();
    assertThatThrownBy(
            () ->
                expired.drainTo(
                    node -> {
                      expired.drainTo(other -> seen.add(other.deadlineNanos()));
                      throw new OutOfMemoryError("on purpose");
                    }))
        .hasMessage("on purpose");
    assertThat(seen).containsExactly(1L, 2L);
    assertThat(expired.toArray()).extracting(WheelNode::deadlineNanos).containsExactly(0L);
    expired.drainTo(node -> seen.add(node.deadlineNanos()));
    assertThat(seen).containsExactly(1L, 2L, 0L);
  }

  @Test
  void drainTo_withinAnother_takerFails_stillCountsTheOwnedOneThatStays() {
    ExpiredBuffer expired = new ExpiredBuffer();
    add(expired, new OwnedNode());
    add(expired, new TestNode(1, 1));
    assertThatThrownBy(
            () ->
                expired.drainTo(
                    node -> {
                      expired.drainTo(other -> true);
                      throw new OutOfMemoryError("on purpose");
                    }))
        .hasMessage("on purpose");
    assertThat(expired.isUnowned()).isFalse();
    expired.drainTo(node -> true);
    assertThat(expired.isUnowned()).isTrue();
  }

  @Test
  void drainTo_someAreNotTaken_theyStayInOrder() {
    ExpiredBuffer expired = of(40);
    List<Long> left = LongStream.range(0, 40).filter(i -> i % 3 == 1).boxed().toList();
    expired.drainTo(node -> node.deadlineNanos() % 3 != 1);
    assertThat(Arrays.stream(expired.toArray()).map(WheelNode::deadlineNanos)).isEqualTo(left);
    assertThat(Arrays.stream(expired.nodes).filter(Objects::nonNull)).hasSize(left.size());
  }

  /** Notes the deadline of each node, and the time that it was given for it. */
  private static final class Notes {
    final List<Long> deadlines = new ArrayList<>();
    final List<Long> times = new ArrayList<>();
    long now = 1_000_000;
    long read;
    int failures;

    long time() {
      read = now;
      return now;
    }

    void note(long late) {
      if (failures-- > 0) {
        throw new OutOfMemoryError("on purpose");
      }
      deadlines.add(read - late);
      times.add(read);
    }
  }

  private final Notes notes = new Notes();

  private ExpiredBuffer noted(int count) {
    ExpiredBuffer expired = new ExpiredBuffer(notes::time, notes::note);
    for (int i = 0; i < count; i++) {
      add(expired, new TestNode(i, i));
    }
    return expired;
  }

  private void assertNotedOnce(int count) {
    assertThat(notes.deadlines).isEqualTo(LongStream.range(0, count).boxed().toList());
  }

  @Test
  void drainTo_readsTheTimeForEachNode_howeverQuickTheOneBeforeItWas() {
    ExpiredBuffer expired = noted(40);
    expired.drainTo(
        node -> {
          notes.now += node.deadlineNanos() == 2 ? 3_000_000_000L : 1;
          return true;
        });
    assertNotedOnce(40);
    assertThat(notes.times)
        .isEqualTo(
            LongStream.range(0, 40)
                .map(i -> 1_000_000 + i + (i > 2 ? 2_999_999_999L : 0))
                .boxed()
                .toList());
  }

  @Test
  void drainTo_whatIsNotTaken_isNotedOnce_asItIsFirstHandedOn() {
    ExpiredBuffer expired = noted(20);
    expired.drainTo(node -> node.deadlineNanos() % 3 != 1);
    expired.drainTo(node -> true);
    assertNotedOnce(20);
    assertThat(expired.size()).isZero();
    add(expired, new TestNode(20, 20));
    expired.drainTo(node -> true);
    assertNotedOnce(21);
  }

  @Test
  void drainTo_theNoteFails_keepsThatNodeAndThoseBehind() {
    ExpiredBuffer expired = noted(3);
    notes.failures = 1;
    assertThatThrownBy(() -> expired.drainTo(node -> true)).hasMessage("on purpose");
    assertThat(expired.toArray()).hasSize(3);
    expired.drainTo(node -> true);
    assertNotedOnce(3);
  }

  @Test
  void handOver_readsTheTimeOnce_andNotesEachNodeOnceThoughSomeComeBack() {
    ExpiredBuffer expired = noted(40);
    expired.handOver(
        (all, back) -> {
          assertNotedOnce(40);
          notes.now++;
          back.accept(all[4]);
          back.accept(all[20]);
        });
    expired.drainTo(node -> true);
    assertNotedOnce(40);
    assertThat(notes.times).containsOnly(1_000_000L);
  }

  @Test
  void handOver_takerFails_keepsAll_andNotesNoneAgain() {
    ExpiredBuffer expired = noted(10);
    assertThatThrownBy(
            () ->
                expired.handOver(
                    (all, back) -> {
                      throw new OutOfMemoryError("on purpose");
                    }))
        .hasMessage("on purpose");
    assertThat(expired.toArray()).hasSize(10);
    expired.drainTo(node -> true);
    assertNotedOnce(10);
  }

  @Test
  void handOver_someArePutBack_leavesThoseOnly() {
    ExpiredBuffer expired = of(10);
    add(expired, new OwnedNode());
    WheelNode[] given = expired.toArray();
    expired.handOver(
        (all, back) -> {
          assertThat(all).isEqualTo(given);
          back.accept(all[4]);
          back.accept(all[10]);
        });
    assertThat(expired.toArray()).containsExactly(given[4], given[10]);
    assertThat(expired.isUnowned()).isFalse();
    assertThat(Arrays.stream(expired.nodes).filter(Objects::nonNull)).hasSize(2);
  }

  /** As when the handler of a rejection turns the wheels further. */
  @Test
  void handOver_moreComesMeanwhile_givesNoneTwiceAndKeepsWhatIsLeft() {
    ExpiredBuffer expired = of(10);
    WheelNode late = new TestNode(0, 20);
    expired.handOver(
        (all, back) -> {
          assertThat(expired.size()).isZero();
          add(expired, late);
          expired.drainTo(node -> node != late);
          back.accept(all[4]);
        });
    assertThat(expired.toArray()).extracting(WheelNode::deadlineNanos).containsExactly(4L, 20L);
    expired.drainTo(node -> true);
    assertThat(expired.size()).isZero();
    assertThat(expired.nodes).containsOnlyNulls();
  }

  @Test
  void fullArray_isReadToItsEnd() {
    ExpiredBuffer expired = of(64);
    assertThat(expired.nodes).hasSize(64);
    assertThat(expired.hasStep()).isFalse();
    assertThat(expired.toArray()).hasSize(64);
  }

  @Test
  void drainTo_afterABurst_givesTheMemoryBack() {
    ExpiredBuffer expired = of(10_000);
    expired.drainTo(node -> true);
    assertThat(expired.nodes).hasSizeLessThan(10_000);
  }

  @Test
  void drainTo_afterAFew_keepsTheArrayForTheNext() {
    ExpiredBuffer expired = of(1000);
    expired.drainTo(node -> true);
    assertThat(expired.nodes).hasSizeGreaterThanOrEqualTo(1000);
  }

  @Test
  void sort_aFewAfterABurst_allocatesNothing() {
    ExpiredBuffer expired = outOfOrder(4000);
    expired.drainTo(node -> true);
    assertThat(sortAllocates(expired, 0)).isZero();
    for (int count : new int[] {2, 3, 16}) {
      assertThat(sortAllocates(outOfOrder(expired, count), count)).isZero();
    }
  }

  @Test
  void sort_many_allocatesByTheirNumberNotByThatOfABurst() {
    ExpiredBuffer expired = outOfOrder(4000);
    expired.drainTo(node -> true);
    assertThat(sortAllocates(outOfOrder(expired, 100), 100)).isLessThan(100 * 20);
  }

  @Test
  void toArray_aFewAfterABurst_givesAShortArray() {
    ExpiredBuffer expired = outOfOrder(4000);
    expired.drainTo(node -> true);
    assertThat(outOfOrder(expired, 3).toArray()).hasSize(3).doesNotContainNull();
    expired.truncate(0);
    assertThat(expired.nodes).hasSizeGreaterThanOrEqualTo(4000).containsOnlyNulls();
  }

  private static ExpiredBuffer outOfOrder(int count) {
    return outOfOrder(new ExpiredBuffer(), count);
  }

  private static ExpiredBuffer outOfOrder(ExpiredBuffer expired, int count) {
    for (int i = 0; i < count; i++) {
      add(expired, new TestNode(i, i * 7919L % count));
    }
    return expired;
  }

  /** {@return the bytes that a sort allocates} The buffer is empty afterwards. */
  private static long sortAllocates(ExpiredBuffer expired, int count) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long reading = -threads.getCurrentThreadAllocatedBytes();
    reading += threads.getCurrentThreadAllocatedBytes();
    long before = threads.getCurrentThreadAllocatedBytes();
    expired.sort();
    long allocated = threads.getCurrentThreadAllocatedBytes() - before - reading;
    assertThat(Arrays.copyOf(expired.deadlines, expired.size())).hasSize(count).isSorted();
    expired.drainTo(node -> true);
    return allocated;
  }

  @Test
  void toArray_givesTheNodesInOrder_truncateStartsAnew() {
    ExpiredBuffer expired = of(100);
    WheelNode[] all = expired.toArray();
    assertThat(expired.size()).isEqualTo(100);
    expired.truncate(0);
    assertThat(all).hasSizeGreaterThanOrEqualTo(100);
    assertThat(Arrays.stream(all, 0, 100).map(node -> ((TestNode) node).id))
        .isEqualTo(IntStream.range(0, 100).boxed().toList());
    assertThat(expired.size()).isZero();
    add(expired, new TestNode(0, 7));
    assertThat(all[0].deadlineNanos()).isZero();
    assertThat(expired.deadlines[0]).isEqualTo(7);
  }

  @Test
  void isUnowned_untilANodeNamesAnExecutor_andAgainOnceItHasLeft() {
    ExpiredBuffer expired = of(3);
    assertThat(expired.isUnowned()).isTrue();
    add(expired, new OwnedNode());
    assertThat(expired.isUnowned()).isFalse();
    expired.drainTo(node -> true);
    assertThat(expired.isUnowned()).isTrue();
    add(expired, new OwnedNode());
    expired.truncate(0);
    assertThat(expired.isUnowned()).isTrue();
  }

  private static final class OwnedNode extends WheelNode {
    @Override
    public void run() {}

    @Override
    public Executor executor() {
      return Runnable::run;
    }
  }
}
