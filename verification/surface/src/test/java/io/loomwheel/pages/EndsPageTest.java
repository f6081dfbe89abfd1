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
  /** An item of the page's lists. Those in bold are rules. */
  private static final Pattern ITEM = Pattern.compile("(?m)^- (?!\\*\\*).*(?:\\n  .*)*$");

  /** What an item ends with. */
  private static final Pattern CASES = Pattern.compile("\\(([^()]*)\\)$");

  private static final Pattern CASE = Pattern.compile("`([A-Z]\\w*)(?:\\.(\\w+))?`");

  /** They are nested, several that have to do with each other in one file. */
  private static final Pattern RACE =
      Pattern.compile("(?s)@JCStressTest\n.*?\n *public static class (\\w+)");

  private final List<String> items = items();

  private final List<MatchResult> named =
      items.stream()
          .flatMap(item -> CASES.matcher(item).results())
          .flatMap(cases -> CASE.matcher(cases.group(1)).results())
          .toList();

  /** The sources of each class, by its simple name; the adapters have tests of the same names. */
  private final Map<String, List<String>> sources = Pages.allSourcesByName();

  private final Set<String> races =
      sources.values().stream()
          .flatMap(List::stream)
          .flatMap(source -> RACE.matcher(source).results())
          .map(race -> race.group(1))
          .collect(Collectors.toUnmodifiableSet());

  private static List<String> items() {
    return ITEM.matcher(Pages.text("docs/design/ends.md"))
        .results()
        .map(MatchResult::group)
        .toList();
  }

  @Test
  void eachItem_namesACase() {
    assertThat(items)
        .hasSizeGreaterThan(50)
        .allSatisfy(
            item -> {
              assertThat(CASES.matcher(item).results()).as(item).hasSize(1);
              assertThat(item).matches("(?s).*`[A-Z]\\w+(\\.\\w+)?`\\)$");
            });
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
    assertThat(races).hasSizeGreaterThan(25).isSubsetOf(names);
  }
}
