package io.loomwheel.examples.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The example as its command starts it. */
@ExtendWith(OutputCaptureExtension.class)
class PriceServiceTest {
  @Test
  void main_answersEachRequestAndEnds(CapturedOutput output) {
    PriceService.main(new String[] {"--visits=200"});
    assertThat(output)
        .contains("200 requests: ")
        .contains("in time=180")
        .contains("on request=20")
        .contains("prices on request in the last second")
        .contains("WheelStats[")
        .doesNotContain("ERROR")
        .doesNotContain("WARN");
  }
}
