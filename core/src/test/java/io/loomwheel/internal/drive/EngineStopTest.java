package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the end of an engine, and a limit on it, do to those who arm. */
class EngineStopTest {
  private final EngineBench bench = EngineBench.of(4);
  private final Engine engine = bench.engine;
  private final EngineBench limited = EngineBench.limited(1, 1);

  private static RecordedNode node() {
    return new RecordedNode("node");
  }

  private static void assertFull(Engine engine) {
    assertThatThrownBy(() -> engine.arm(node(), 10)).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void stop_cancelsWhatIsArmedAndTellsEach() {
    RecordedNode armed = bench.armed("armed", 10);
    RecordedNode fired = bench.armed("fired", 5);
    RecordedNode cancelled = bench.armed("cancelled", 10);
    engine.cancel(cancelled);
    bench.after(5);
    assertThat(engine.isStopped()).isFalse();
    assertThat(EngineBench.stop(engine, 0)).containsExactly(armed);
    assertThat(engine.isStopped()).isTrue();
    assertThat(armed.isCancelled()).isTrue();
    assertThat(armed.stopped).isEqualTo(1);
    assertThat(armed.cancelled).isZero();
    assertThat(fired.stopped + cancelled.stopped).isZero();
    assertThat(engine.pending()).isZero();
    assertThat(engine.counters.sample().cancelled()).isEqualTo(2);
    assertThat(EngineBench.stop(engine, 0)).isEmpty();
    assertThat(bench.after(100)).isEmpty();
  }

  @Test
  void stop_someThrow_tellsAllOthers_thenThrowsTheFirst_andTheNextReturnsAll() {
    int count = 1000; // several blocks
    List<WheelNode> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String failure = i % 300 == 7 ? "from " + i : null;
      all.add(arm(new Stubborn(() -> failure == null ? null : new IllegalStateException(failure))));
    }
    assertThatThrownBy(() -> engine.stop(0))
        .isInstanceOf(IllegalStateException.class)
        .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(3));
    assertThat(all).allMatch(node -> ((Stubborn) node).notified == 1);
    assertThat(EngineBench.stop(engine, 0)).containsExactlyInAnyOrderElementsOf(all);
    assertThat(all).allMatch(node -> ((Stubborn) node).notified == 1);
    assertThat(EngineBench.stop(engine, 0)).isEmpty();
  }

  @Test
  void stop_memoryOrStackRunsOut_tellsThoseAgainNextTime_andReturnsAll() {
    List<Error> errors = new ArrayList<>();
    errors.add(new OutOfMemoryError("on purpose"));
    errors.add(new StackOverflowError("on purpose"));
    List<WheelNode> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(arm(new Stubborn(() -> errors.isEmpty() ? null : errors.remove(0))));
    }
    assertThatThrownBy(() -> engine.stop(0)).isInstanceOf(OutOfMemoryError.class);
    assertThat(all).filteredOn(node -> ((Stubborn) node).notified == 1).hasSize(8);
    assertThat(EngineBench.stop(engine, 0)).containsExactlyInAnyOrderElementsOf(all);
    assertThat(all).allMatch(node -> ((Stubborn) node).notified == 1);
  }

  @Test
  void takeNotified_theTakerThrows_keepsAllForTheNext() {
    List<WheelNode> all = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      all.add(arm(new Stubborn(() -> null)));
    }
    engine.stop(0);
    List<WheelNode> some = new ArrayList<>();
    assertThatThrownBy(
            () ->
                engine.stopped.takeNotified(
                    node -> {
                      some.add(node);
                      if (some.size() == 300) {
                        throw new OutOfMemoryError("on purpose");
                      }
                    }))
        .isInstanceOf(OutOfMemoryError.class);
    List<WheelNode> taken = new ArrayList<>();
    engine.stopped.takeNotified(taken::add);
    assertThat(taken).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void stop_whileAnotherTells_tellsNoneTwice_andEachIsTakenOnce() {
    List<WheelNode> taken = new ArrayList<>();
    RecordedNode other = node();
    Stubborn stopsAgain =
        new Stubborn(
            () -> {
              taken.addAll(EngineBench.stop(engine, 0)); // as by another thread
              return null;
            });
    arm(stopsAgain);
    arm(other);
    taken.addAll(EngineBench.stop(engine, 0));
    assertThat(taken).containsExactlyInAnyOrder(stopsAgain, other);
    assertThat(stopsAgain.notified).isEqualTo(1);
    assertThat(other.stopped).isEqualTo(1);
  }

  private WheelNode arm(WheelNode node) {
    assertThat(engine.arm(node, 10)).isTrue();
    return node;
  }

  /** A node that may throw when it is notified. */
  private static final class Stubborn extends WheelNode {
    private final Supplier<@Nullable Throwable> failure;
    int notified;

    Stubborn(Supplier<@Nullable Throwable> failure) {
      this.failure = failure;
    }

    @Override
    public void onStopped() {
      Throwable thrown = failure.get();
      if (thrown instanceof VirtualMachineError noMemory) {
        throw noMemory;
      }
      notified++;
      Callbacks.throwIfAny(thrown);
    }

    @Override
    public void run() {}
  }

  @Test
  void reschedule_toEarlierWhileTheShardCloses_leavesTheNodeToTheStop() {
    EngineBench one = EngineBench.of(1);
    RecordedNode first = one.armed("first", 10);
    RecordedNode second = one.armed("second", 100);
    List<WheelNode> armedStill = new ArrayList<>();
    EngineBench.shardOf(first)
        .close(
            node -> {
              if (node == first) {
                assertThat(one.engine.reschedule(second, 5)).isTrue();
              }
              if (node.isArmed()) {
                armedStill.add(node);
              }
            });
    assertThat(armedStill).containsExactly(first, second);
  }

  @Test
  void arm_afterStop_isRefusedAndTheNodeNeverRuns() {
    engine.stop(0);
    RecordedNode delayed = node();
    assertThat(engine.arm(delayed, 10)).isFalse();
    assertThat(delayed.isCancelled()).isTrue();
    assertThat(engine.arm(node(), 0)).isFalse();
    assertThat(engine.pending()).isZero();
    assertThat(bench.after(100)).isEmpty();
  }

  @Test
  void arm_afterStopWhileTheShardIsTaken_isRefused_andCountedNeitherAsArmedNorAsCancelled() {
    EngineBench one = EngineBench.of(1);
    Shard shard = EngineBench.shardOf(one.armed("node", 10));
    one.engine.stop(0);
    shard.lock();
    RecordedNode late = node();
    assertThat(one.engine.arm(late, 10)).isFalse();
    assertThat(late.isCancelled()).isTrue();
    shard.lock = 0;
    assertThat(one.engine.counters.armed()).isOne();
    assertThat(one.engine.counters.sample().cancelled()).isOne();
  }

  @Test
  void arm_afterStopWhileTheHomeIsTaken_isRefused() {
    Shard home = EngineBench.shardOf(bench.armed("node", 10));
    engine.stop(0);
    home.lock();
    assertThat(engine.arm(node(), 10)).isFalse();
    home.lock = 0;
  }

  @Test
  void rearm_afterStop_isRefused() {
    RecordedNode periodic = bench.armed("periodic", 10);
    bench.after(10);
    engine.stop(0);
    assertThat(engine.rearm(periodic, 20)).isFalse();
    assertThat(periodic.isCancelled()).isTrue();
  }

  /** {@return what a call returns on a thread whose home is a shard that was not made yet} */
  private static boolean elsewhere(BooleanSupplier call) throws Exception {
    int home = Shards.entry();
    AtomicReference<Boolean> result = new AtomicReference<>();
    while (result.get() == null) {
      Thread.ofPlatform()
          .start(() -> result.set(Shards.entry() == home ? null : call.getAsBoolean()))
          .join();
    }
    return result.get();
  }

  @Test
  void rearm_withoutMemory_firesInTime_andAfterAStopIsRefused() throws Exception {
    EngineBench wide = EngineBench.of(256);
    RecordedNode periodic = wide.armed("periodic", 10);
    wide.after(10);
    wide.noMemory = true;
    assertThat(elsewhere(() -> wide.engine.rearm(periodic, 20))).isTrue();
    assertThat(wide.after(9)).isEmpty();
    assertThat(wide.after(1)).containsExactly(periodic);
    wide.engine.stop(0);
    assertThat(elsewhere(() -> wide.engine.rearm(periodic, 30))).isFalse();
    assertThat(periodic.isCancelled()).isTrue();
    assertThat(wide.engine.pending()).isZero();
  }

  @Test
  void arm_atTheLimit_isRejectedUntilAPlaceIsFree() {
    RecordedNode first = limited.armed("first", 10);
    assertFull(limited.engine);
    limited.engine.cancel(first);
    RecordedNode second = limited.armed("second", 10);
    limited.engine.discard(second);
    limited.armed("third", 10);
    assertFull(limited.engine);
    assertThat(limited.after(10)).hasSize(1);
    limited.armed("fourth", 10);
    assertThat(limited.engine.arm(node(), 0)).isTrue();
  }

  @Test
  void rearm_atTheLimit_keepsItsPlace() {
    RecordedNode periodic = limited.armed("periodic", 10);
    limited.after(10);
    RecordedNode other = limited.armed("other", 100);
    assertThat(limited.engine.rearm(periodic, 20)).isTrue();
    limited.engine.cancel(other);
    assertFull(limited.engine);
    assertThat(limited.after(10)).containsExactly(periodic);
    limited.armed("next", 10);
  }

  @Test
  void rearm_retired_takesNoPlace() {
    RecordedNode periodic = limited.armed("periodic", 10);
    limited.after(10);
    periodic.retire();
    assertThat(limited.engine.rearm(periodic, 20)).isFalse();
    limited.armed("next", 10);
    assertFull(limited.engine);
  }

  @Test
  void arm_limitedAndStopped_givesItsPlaceBack() {
    limited.armed("left", 10);
    assertThat(EngineBench.stop(limited.engine, 0)).hasSize(1);
    assertThat(limited.engine.arm(node(), 10)).isFalse();
    assertThat(limited.engine.arm(node(), 10)).isFalse();
  }

  @Test
  void arm_limitedAndThreadFactoryFails_givesItsPlaceBack() {
    EngineBench failing =
        EngineBench.driven(
            1,
            run -> {
              throw new IllegalStateException("on purpose");
            });
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> failing.engine.arm(node(), 10)).hasMessage("on purpose");
      assertThat(failing.engine.pending()).isZero();
    }
  }
}
