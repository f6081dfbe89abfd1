package io.loomwheel.pages;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Two types of what is published have no simple name in common, but for what users import. */
class NamesTest {
  private static final Pattern TYPE =
      Pattern.compile("(?m)^ *(?:[a-z]+ )*(?:class|interface|record|enum) ([A-Z]\\w+)");

  @Test
  void simpleNames_standForOneTypeEach() {
    Map<String, Long> types =
        Pages.sources("main").stream()
            .flatMap(source -> TYPE.matcher(source).results())
            .map(MatchResult::group)
            .map(declaration -> declaration.substring(declaration.lastIndexOf(' ') + 1))
            .collect(groupingBy(name -> name, counting()));
    types.keySet().removeIf(name -> types.get(name) == 1);
    assertThat(types.keySet())
        .containsOnly("WheelScheduler", "WheelOperators", "Builder"); // one in each adapter; nested
  }
}
