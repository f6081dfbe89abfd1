package io.loomwheel.examples.longpoll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class PollQueryTest {
  @Test
  void parse_secondsOrMillis_isThatLong() {
    assertThat(PollQuery.parse("after=3&wait=5s"))
        .isEqualTo(new PollQuery(3, Duration.ofSeconds(5)));
    assertThat(PollQuery.parse("after=0&wait=250ms"))
        .isEqualTo(new PollQuery(0, Duration.ofMillis(250)));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "after=1", "after=-1&wait=5s", "after=1&wait=5", "wait=5s&after=1"})
  void parse_otherwise_saysValueAndRule(String query) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PollQuery.parse(query))
        .withMessage("the query must be like after=3&wait=5s or wait=500ms, was " + query);
  }
}
