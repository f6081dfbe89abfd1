package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** examples/README.md lists every program of the examples. */
class ExamplesPageTest {
  private static final String MAIN = "public static void main(String[] args)";

  @Test
  void page_namesEachProgram_andTheCommandOfMany() {
    String page = Pages.text("examples/README.md");
    List<String> programs =
        Pages.sourcesByNameUnder("examples").entrySet().stream()
            .filter(source -> source.getValue().stream().anyMatch(text -> text.contains(MAIN)))
            .map(Map.Entry::getKey)
            .toList();
    assertThat(programs)
        .hasSizeGreaterThan(15)
        .allSatisfy(program -> assertThat(page).contains("`" + program + "`"));
  }
}
