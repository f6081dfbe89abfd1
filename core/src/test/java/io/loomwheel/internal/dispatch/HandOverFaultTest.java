package io.loomwheel.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.errorpoints.ErrorPoints;
import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.internal.wheel.Wheels;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Memory runs out at any step from the driver's buffer to the run: each node runs, once. */
class HandOverFaultTest {
  private static final ErrorPoints POINTS =
      new ErrorPoints(Set.of(), List.of("io.loomwheel.internal."));

  @ParameterizedTest
  @CsvSource({"1, false", "1, true", "3, true", "40, false", "40, true"})
  void anyStep_noMemory_eachNodeRunsOnce(int nodes, boolean onRelay) throws Exception {
    assertThat(POINTS.failAtEach(TestOfTurn.class, nodes, onRelay)).isGreaterThan(2);
  }

  static final class TestNode extends WheelNode {
    private int ran;

    @Override
    public void run() {
      ran++;
    }
  }

  record TestOfTurn(int count, boolean onRelay) implements IntPredicate {
    @Override
    public boolean test(int place) {
      List<TestNode> nodes = IntStream.range(0, count).mapToObj(i -> new TestNode()).toList();
      ExpiredBuffer expired = Wheels.expired(nodes);
      Starts threads = new Starts();
      Executor executor = onRelay ? Relays.relay(threads) : threads;
      Dispatcher dispatcher = new Dispatcher("faults", executor, null, () -> {}, threads);
      ErrorPoints.noMemoryAt(place);
      turn(dispatcher, expired, threads);
      boolean failed = ErrorPoints.noMemoryAt(0) <= 0;
      for (int turns = 0; turns < 3; turns++) { // those after
        turn(dispatcher, expired, threads);
      }
      assertThat(nodes).allMatch(node -> node.ran == 1);
      return failed;
    }
  }

  /** One turn of the driver, and all that comes of it. */
  private static void turn(Dispatcher dispatcher, ExpiredBuffer expired, Starts threads) {
    try {
      dispatcher.acceptAll(expired);
    } catch (OutOfMemoryError noMemory) {
      // the driver comes again
    }
    while (!threads.started.isEmpty()) {
      try {
        threads.runAll();
      } catch (OutOfMemoryError noMemory) {
        // a thread has died of it
      }
    }
  }
}
