package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A published source file has at most 300 lines, but for those named here, which don't grow. */
class SizeTest {
  private static final int MOST = 300;

  private static final Map<String, Integer> EXCEPTIONS =
      Map.ofEntries(
          Map.entry("Engine", 477),
          Map.entry("ExecutorTaskOwner", 324),
          Map.entry("HierarchicalWheel", 314),
          Map.entry("LeaseRenewal", 301),
          Map.entry("Purgatory", 316),
          Map.entry("Shard", 377),
          Map.entry("VirtualThreadExecutor", 358),
          Map.entry("WheelExecutorService", 358),
          Map.entry("WheelScheduler", 325),
          Map.entry("WheelTimer", 436));

  private static final Pattern NAME =
      Pattern.compile(
          "(?m)^(?:public )?(?:abstract |final |sealed )*(?:class|interface|record|enum) (\\w+)");

  @Test
  void files_haveAtMost300Lines_butThoseNamed() {
    Map<String, Integer> longer =
        Pages.sources("main").stream()
            .filter(source -> lines(source) > MOST)
            .collect(Collectors.toMap(SizeTest::nameOf, SizeTest::lines, Math::max));
    assertThat(longer)
        .allSatisfy(
            (name, lines) ->
                assertThat(lines)
                    .as(name)
                    .isLessThanOrEqualTo(EXCEPTIONS.getOrDefault(name, MOST)));
    assertThat(longer.keySet()).as("exceptions that are none").containsAll(EXCEPTIONS.keySet());
  }

  private static int lines(String source) {
    return (int) source.lines().count();
  }

  private static String nameOf(String source) {
    Matcher name = NAME.matcher(source);
    assertThat(name.find()).as(List.of(source.split("\n")).getFirst()).isTrue();
    return name.group(1);
  }
}
