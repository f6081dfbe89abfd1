package io.loomwheel.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Code outside, on a class path, where no module descriptor protects anything. */
class OutsiderTest {
  private static final String IMPORTS =
      """
      import io.loomwheel.WheelTimer;
      import io.loomwheel.dispatch.Relay;
      import io.loomwheel.loom.SerialExecutor;
      import io.loomwheel.reactor.WheelScheduler;
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          WheelTimer.shared().engine().stop(0)           | engine() has protected access
          WheelTimer.shared().dispatcher().rejections()  | dispatcher() has protected access
          WheelTimer.create().end(0)                     | end(long) is not public
          Relay.shared().executeAll(null, 0, null, null) | cannot find symbol
          Relay.shared().queue().clear()                 | cannot find symbol
          WheelScheduler.create().timer().stop()         | timer() is not public
          new SerialExecutor().drain()                   | drain() has private access
          """)
  void engineAndDispatcher_withoutNamingInternal_cannotBeReached(String attempt, String refusal)
      throws IOException {
    assertThat(errorsOf(attempt)).singleElement(STRING).contains(refusal);
  }

  /** What javac doesn't find above is there, but not inherited. */
  @ParameterizedTest
  @ValueSource(strings = {"executeAll(null, 0, null, null)", "queue().clear()"})
  void relay_byTheNameOfItsInternalType_cannotBeReached(String call) throws IOException {
    String relay = "((io.loomwheel.internal.dispatch.TaskRelay) Relay.shared())";
    assertThat(errorsOf(relay + "." + call))
        .singleElement(STRING)
        .contains("is not public in io.loomwheel.internal.dispatch.TaskRelay");
  }

  @Test
  void frontDoor_isOpen() throws IOException {
    assertThat(errorsOf("WheelTimer.shared().pendingTimeouts()")).isEmpty();
  }

  private static List<String> errorsOf(String statement) throws IOException {
    return Javac.errorsOf(
        "Outsider", IMPORTS + "class Outsider { void attempt() { " + statement + "; } }");
  }
}
