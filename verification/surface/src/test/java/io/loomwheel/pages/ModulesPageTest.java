package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/guide/modules.md names the modules as their descriptors do. */
class ModulesPageTest {
  private static final String PAGE = Pages.text("docs/guide/modules.md");
  private static final Pattern NAME = Pattern.compile("(?m)^module (\\S+) \\{");
  private static final Pattern TO_ALL = Pattern.compile("exports (\\S+);");
  private static final Pattern REQUIRES = Pattern.compile("requires (?:transitive )?(\\S+);");
  private static final Pattern OPTIONAL = Pattern.compile("requires static (\\S+);");

  /** Annotations and what a builder names: nobody requires them for their own sake. */
  private static final List<String> UNSAID = List.of("org.jspecify", "java.instrument");

  private static Stream<String> all(Pattern pattern, String descriptor) {
    return pattern.matcher(descriptor).results().map((MatchResult found) -> found.group(1));
  }

  /** The names in a cell of a module's row. */
  private static List<String> cell(String module, int column) {
    String row =
        PAGE.lines()
            .filter(line -> line.contains(" | `" + module + "` | "))
            .findAny()
            .orElse("| | | | | |");
    return Pattern.compile("`([^`]+)`")
        .matcher(row.split("\\|", -1)[column])
        .results()
        .map(name -> name.group(1))
        .toList();
  }

  @Test
  void page_hasEachModuleAndPackage() {
    List<String> descriptors =
        Pages.sources("main").stream().filter(source -> NAME.matcher(source).find()).toList();
    assertThat(descriptors)
        .hasSize(6)
        .allSatisfy(
            descriptor -> {
              String module = all(NAME, descriptor).findFirst().orElseThrow();
              assertThat(cell(module, 3))
                  .containsExactlyInAnyOrderElementsOf(all(TO_ALL, descriptor).toList());
              assertThat(cell(module, 4))
                  .containsExactlyInAnyOrderElementsOf(
                      all(REQUIRES, descriptor)
                          .filter(name -> !name.equals("io.loomwheel.core"))
                          .toList());
              assertThat(cell(module, 5))
                  .containsExactlyInAnyOrderElementsOf(
                      all(OPTIONAL, descriptor).filter(name -> !UNSAID.contains(name)).toList());
            });
  }
}
