package io.loomwheel.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The relay's invariant in every order of steps: while the queue is not empty, a worker is between
 * two tasks, the next is started, or whoever offered is about to start one. In the end each task
 * was run once, though those that block never return.
 */
class RelayModelTest {
  static Stream<Arguments> worlds() {
    return Stream.of(
        world("one after the other", () -> new RelayWorld().offering("a", "b")),
        world("two at a time", () -> new RelayWorld().offering("a").offering("b")),
        world("behind one that blocks", () -> new RelayWorld().offering("blocks", "b")),
        world("beside one that blocks", () -> new RelayWorld().offering("blocks").offering("b")),
        world("all block", () -> new RelayWorld().offering("blocks", "blocks too")),
        world(
            "a batch that blocks first", () -> new RelayWorld().offeringAtOnce("blocks", "a", "b")),
        world(
            "a batch and one", () -> new RelayWorld().offeringAtOnce("throws", "a").offering("b")),
        world(
            "a batch that blocks, and one",
            () -> new RelayWorld().offeringAtOnce("blocks", "a").offering("b")),
        world("a failing start", () -> new RelayWorld().offering("a").offering("b").failing(1)),
        world("failing starts", () -> new RelayWorld().offering("a", "throws").failing(3)),
        world("batch without thread", () -> new RelayWorld().offeringAtOnce("a", "b").failing(2)),
        world("checked", () -> new RelayWorld().offering("a").checking(3)),
        world("two checked", () -> new RelayWorld().offering("a", "b").checking(2)),
        world(
            "checked, one blocks",
            () -> new RelayWorld().offeringAtOnce("blocks", "b").checking(3)),
        world(
            "checked, no start", () -> new RelayWorld().offering("a", "b").failing(1).checking(2)));
  }

  /** Here workers never begin: whatever the order, checks go on until backup threads ran all. */
  static Stream<Arguments> heldWorlds() {
    return Stream.of(
        world("one", () -> new RelayWorld().held().offering("a")),
        world("one after the other", () -> new RelayWorld().held().offering("a", "b")),
        world("a batch", () -> new RelayWorld().held().offeringAtOnce("a", "throws", "b")),
        world("behind one that blocks", () -> new RelayWorld().held().offering("blocks", "b")),
        world("two at a time", () -> new RelayWorld().held().offering("a").offering("b")));
  }

  private static Arguments world(String name, Supplier<RelayWorld> world) {
    return Arguments.of(name, Explorer.explore(world));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("worlds")
  void everyOrderOfSteps_keepsTheInvariantAndRunsEachTaskOnce(String name, Future<Integer> states)
      throws Exception {
    assertThat(states.get()).isGreaterThan(10);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("heldWorlds")
  void everyOrderOfSteps_noWorkerEverBegins_backupThreadsRunEachTaskOnce(
      String name, Future<Integer> states) throws Exception {
    assertThat(states.get()).isGreaterThan(10);
  }
}
