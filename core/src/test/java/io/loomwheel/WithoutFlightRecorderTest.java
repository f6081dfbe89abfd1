package io.loomwheel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The module jdk.jfr is optional: an image made by jlink may not have it. */
class WithoutFlightRecorderTest {
  @Test
  void limitedToJavaBase_timerFiresAndIsRejectedAsUsual() throws Exception {
    assertThat(OwnJvm.outputOf(FireAndReject.class, "--limit-modules", "java.base"))
        .endsWith("fired, refused once" + System.lineSeparator());
  }
}
