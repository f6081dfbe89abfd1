package io.loomwheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The module jdk.jfr is optional: an image made by jlink may not have it. */
class WithoutFlightRecorderTest {
  @Test
  void limitedToJavaBase_timerFiresAndIsRejectedAsUsual() throws Exception {
    assertThat(ChildJvm.run(List.of("--limit-modules", "java.base"), FireAndReject.class))
        .isEqualTo("fired, refused once");
  }
}
