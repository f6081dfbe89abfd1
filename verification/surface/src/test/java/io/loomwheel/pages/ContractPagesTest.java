package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demands that tests are named after stand on the pages of the contracts. */
class ContractPagesTest {
  private static final Pattern DEMAND = Pattern.compile("(?m)^(\\d+)\\. ");
  private static final Pattern SHOWN = Pattern.compile("\\bitem(\\d+)");

  @ParameterizedTest
  @CsvSource({"reactor, reactor-adapter", "rxjava, rxjava-adapter"})
  void page_eachDemandHasATest_andEachNumberOfATestStandsThere(String contract, String module) {
    Set<Integer> demands =
        numbers(DEMAND, Stream.of(Pages.text("docs/design/contract-" + contract + ".md")));
    Set<Integer> shown = numbers(SHOWN, Pages.sourcesOf(module, "test").stream());
    assertThat(shown).isNotEmpty().isEqualTo(demands);
  }

  private static Set<Integer> numbers(Pattern pattern, Stream<String> texts) {
    return texts
        .flatMap(text -> pattern.matcher(text).results())
        .map(found -> Integer.valueOf(found.group(1)))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
