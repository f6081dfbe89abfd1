package io.loomwheel.internal.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** A wheel and a sorted map, which has to give the same nodes. For one series of steps. */
final class WheelOracle {
  enum Call {
    INSERT,
    CANCEL,
    PUT_OFF,
    ADVANCE,
    SWEEP
  }

  /**
   * One step of a script, which means something whatever was done before.
   *
   * @param call what to do
   * @param nanos the delay of what is inserted or put off; four times that of an advance
   * @param pick which of the armed nodes, modulo their number
   */
  record Step(Call call, long nanos, int pick) {
    @Override
    public String toString() {
      return switch (call) {
        case INSERT -> "insert, due in " + nanos + " ns";
        case CANCEL -> "cancel no. " + pick + " modulo those armed";
        case PUT_OFF -> "put off no. " + pick + " modulo those armed, to " + nanos + " ns from now";
        case ADVANCE -> "advance by " + (nanos >> 2) + " ns";
        case SWEEP -> "sweep";
      };
    }
  }

  /** By deadline, ties by order of insertion. */
  private record Key(long deadline, int id) {}

  private static final Comparator<Key> ORDER =
      Comparator.comparingLong(Key::deadline).thenComparingInt(Key::id);

  private final TreeMap<Key, TestNode> oracle = new TreeMap<>(ORDER);
  private final List<TestNode> armed = new ArrayList<>();
  private final ExpiredBuffer expired = new ExpiredBuffer();
  private final Wheel wheel;
  private final int shift;
  private long now;
  private int inserted;

  WheelOracle(Wheel wheel, int shift, long startNanos) {
    this.wheel = wheel;
    this.shift = shift;
    now = startNanos;
  }

  void play(List<Step> script) {
    wheel.advance(now >> shift, expired);
    for (Step step : script) {
      take(step);
      assertNextTickIsNotLate();
    }
    List<WheelNode> left = new ArrayList<>();
    wheel.forEach(left::add);
    wheel.clear();
    assertThat(left).filteredOn(WheelNode::isArmed).hasSameElementsAs(oracle.values());
    assertThat(wheel.nextTick()).isEqualTo(Wheel.NEVER_TICK);
  }

  private void take(Step step) {
    switch (step.call) {
      case INSERT -> insert(new TestNode(inserted++, saturated(now, step.nanos)));
      case CANCEL -> cancelOne(step);
      case PUT_OFF -> putOffOne(step);
      case ADVANCE -> {
        now = Math.min(saturated(now, step.nanos >> 2), WheelNode.NEVER_NANOS - 1);
        wheel.advance(now >> shift, expired);
        Wheels.work(wheel);
        assertThat(drained()).isEqualTo(due(now >> shift));
      }
      case SWEEP -> Wheels.sweep(wheel);
    }
  }

  private void insert(TestNode node) {
    long tick = wheel.insert(node);
    assertThat(tick).isBetween(now >> shift, Math.max(now >> shift, tickOf(node)));
    oracle.put(new Key(node.deadlineNanos(), node.id), node);
    armed.add(node);
  }

  private void cancelOne(Step step) {
    if (!armed.isEmpty()) {
      TestNode node = armed.remove(step.pick % armed.size());
      oracle.remove(new Key(node.deadlineNanos(), node.id));
      assertThat(node.claimCancel()).isTrue();
    }
  }

  private void putOffOne(Step step) {
    if (!armed.isEmpty()) {
      TestNode node = armed.get(step.pick % armed.size());
      long later = Math.max(node.deadlineNanos(), saturated(now, step.nanos));
      oracle.remove(new Key(node.deadlineNanos(), node.id));
      assertThat(node.claimReschedule(later)).isNotNegative();
      oracle.put(new Key(later, node.id), node);
    }
  }

  /** Takes out of the oracle what is due. */
  private List<TestNode> due(long nowTick) {
    List<TestNode> due = new ArrayList<>();
    while (!oracle.isEmpty() && tickOf(oracle.firstEntry().getValue()) <= nowTick) {
      due.add(oracle.pollFirstEntry().getValue());
    }
    armed.removeAll(due);
    return due;
  }

  private List<WheelNode> drained() {
    List<WheelNode> nodes = new ArrayList<>();
    expired.sort();
    expired.drainTo(nodes::add);
    assertThat(nodes).allMatch(WheelNode::isFired);
    return nodes;
  }

  private void assertNextTickIsNotLate() {
    if (!oracle.isEmpty()) {
      assertThat(wheel.nextTick()).isLessThanOrEqualTo(tickOf(oracle.firstEntry().getValue()));
    }
  }

  private long tickOf(WheelNode node) {
    return Math.ceilDiv(node.deadlineNanos(), 1L << shift);
  }

  private static long saturated(long now, long delay) {
    long sum = now + delay;
    return sum < now || sum > WheelNode.NEVER_NANOS ? WheelNode.NEVER_NANOS : sum;
  }
}
