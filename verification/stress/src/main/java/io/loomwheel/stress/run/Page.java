package io.loomwheel.stress.run;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.GradingResult;
import org.openjdk.jcstress.infra.runners.TestList;

/** The page of results, in Markdown. Not thread-safe. */
final class Page {
  private final StringBuilder text = new StringBuilder();

  private Page() {}

  static String of(Results results) {
    Page page = new Page();
    page.head();
    results.cases().forEach(page::section);
    return page.text.toString();
  }

  private void head() {
    text.append("# The races, and what came of them\n\n")
        .append(
            wrapped(
                String.format(
                    Locale.ROOT,
                    "Written by the module `stress` on %s: %s %s, %d cores. Each case is two threads"
                        + " that race over and over, interpreted, compiled by C1, by C2, and by C2"
                        + " with the order of its instructions shuffled; the counts are of all"
                        + " four. Whatever outcome a case doesn't name is forbidden too.",
                    LocalDate.now(ZoneOffset.UTC),
                    System.getProperty("java.vm.name"),
                    Runtime.version(),
                    Runtime.getRuntime().availableProcessors())))
        .append(
            """


            ```sh
            mvn -Pstress -pl verification/stress -am -DskipTests verify
            ```
            """);
  }

  /** {@return a paragraph in lines of at most 120 characters, as all pages are} */
  private static String wrapped(String paragraph) {
    return paragraph.replaceAll("(.{1,120})(?: +|$)", "$1\n").stripTrailing();
  }

  private void section(TestResult result) {
    text.append(
        String.format(
            Locale.ROOT,
            "%n## %s%n%n%s%n%n| outcome | meaning | expectation | count |%n|---|---|---|--:|%n",
            Results.simpleName(result),
            wrapped(TestList.getInfo(result.getName()).description())));
    result.grading().gradingResults.values().forEach(this::row);
  }

  private void row(GradingResult row) {
    text.append(
        String.format(
            Locale.ROOT,
            "| `%s` | %s | %s | %,d |%n",
            row.id.replace("|", "\\|"),
            row.description,
            row.expect.toString().toLowerCase(Locale.ROOT),
            row.count));
  }
}
