package io.loomwheel.examples.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The example as its command starts it. */
@ExtendWith(OutputCaptureExtension.class)
class PriceServiceTest {
  private static final Pattern ANSWERS = Pattern.compile("200 requests: (.*)");

  @Test
  void main_answersEachRequestAndEnds(CapturedOutput output) {
    PriceService.main(new String[] {"--visits=200"});
    Matcher answers = ANSWERS.matcher(output);
    assertThat(answers.find()).isTrue();
    assertThat(number(answers, "on request"))
        .as("of 10 the supplier never finds one")
        .isBetween(20, 200);
    assertThat(number(answers, "on request") + number(answers, "in time")).isEqualTo(200);
    assertThat(output).contains("prices on request in the last second").contains("WheelStats[");
  }

  private static int number(Matcher answers, String kind) {
    Matcher number = Pattern.compile(kind + "=(\\d+)").matcher(answers.group(1));
    return number.find() ? Integer.parseInt(number.group(1)) : 0;
  }
}
