package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/guide/modules.md names the modules as their descriptors do. */
class ModulesPageTest {
  private static final String PAGE = Pages.text("docs/guide/modules.md");
  private static final Pattern NAME = Pattern.compile("(?m)^module (\\S+) \\{");
  private static final Pattern TO_ALL = Pattern.compile("exports (\\S+);");
  private static final Pattern REQUIRES = Pattern.compile("requires (?:transitive )?(\\S+);");
  private static final Pattern OPTIONAL = Pattern.compile("requires static (\\S+);");
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

  /** Annotations and what a builder names: nobody requires them for their own sake. */
  private static final List<String> UNSAID = List.of("org.jspecify", "java.instrument");

  /** The names in a cell of a module's row. */
  private static List<String> cell(String module, int column) {
    String row =
        PAGE.lines()
            .filter(line -> line.contains(" | `" + module + "` | "))
            .findAny()
            .orElse("| | | | | |");
    return Pages.all(QUOTED, row.split("\\|", -1)[column]);
  }

  @Test
  void page_hasEachModuleAndPackage() {
    List<String> descriptors =
        Pages.sources("main").stream().filter(source -> NAME.matcher(source).find()).toList();
    assertThat(descriptors)
        .hasSize(6)
        .allSatisfy(
            descriptor -> {
              String module = Pages.all(NAME, descriptor).getFirst();
              assertThat(cell(module, 3))
                  .containsExactlyInAnyOrderElementsOf(Pages.all(TO_ALL, descriptor));
              assertThat(cell(module, 4))
                  .containsExactlyInAnyOrderElementsOf(
                      Pages.all(REQUIRES, descriptor).stream()
                          .filter(name -> !name.equals("io.loomwheel.core"))
                          .toList());
              assertThat(cell(module, 5))
                  .containsExactlyInAnyOrderElementsOf(
                      Pages.all(OPTIONAL, descriptor).stream()
                          .filter(name -> !UNSAID.contains(name))
                          .toList());
            });
  }
}
