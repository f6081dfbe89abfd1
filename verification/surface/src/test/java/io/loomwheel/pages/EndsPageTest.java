package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of who may end a task names cases that exist, and each case of the races. */
class EndsPageTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\|(?:[^|\\n]*\\|){2}([^|\\n]*)\\|$");
  private static final Pattern CASE = Pattern.compile("`([A-Z]\\w*)(?:\\.(\\w+))?`");

  /** They are nested, several that have to do with each other in one file. */
  private static final Pattern RACE =
      Pattern.compile("(?s)@JCStressTest\n.*?\n *public static class (\\w+)");

  private final List<MatchResult> named =
      ROW.matcher(Pages.text("docs/design/ends.md"))
          .results()
          .flatMap(row -> CASE.matcher(row.group(1)).results())
          .toList();

  /** The sources of each class, by its simple name; the adapters have tests of the same names. */
  private final Map<String, List<String>> sources = Pages.allSourcesByName();

  private final Set<String> races =
      sources.values().stream()
          .flatMap(List::stream)
          .flatMap(source -> RACE.matcher(source).results())
          .map(race -> race.group(1))
          .collect(Collectors.toUnmodifiableSet());

  @Test
  void eachRow_namesACase() {
    List<String> rows =
        Pages.text("docs/design/ends.md").lines().filter(line -> line.startsWith("|")).toList();
    assertThat(rows)
        .hasSizeGreaterThan(50)
        .filteredOn(row -> !row.matches("\\| (call|list) .*") && !row.startsWith("|---"))
        .allSatisfy(row -> assertThat(ROW.matcher(row).results()).as(row).hasSize(1))
        .allSatisfy(row -> assertThat(row).matches(".*`[A-Z]\\w+(\\.\\w+)?` \\|$"));
  }

  @Test
  void eachCase_exists() {
    assertThat(named)
        .filteredOn(name -> !exists(name.group(1), name.group(2)))
        .extracting(MatchResult::group)
        .isEmpty();
  }

  private boolean exists(String type, String method) {
    List<String> found = sources.getOrDefault(type, List.of());
    return method == null
        ? !found.isEmpty() || races.contains(type)
        : found.stream().anyMatch(source -> source.contains("void " + method + "("));
  }

  @Test
  void eachCaseOfARace_isNamed() {
    Set<String> names =
        named.stream().map(name -> name.group(1)).collect(Collectors.toUnmodifiableSet());
    assertThat(races).hasSizeGreaterThan(40).isSubsetOf(names);
  }
}
