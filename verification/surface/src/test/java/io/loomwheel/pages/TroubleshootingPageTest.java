package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** docs/guide/troubleshooting.md lists the messages that the sources have, and no others. */
class TroubleshootingPageTest {
  private static final String PAGE = Pages.text("docs/guide/troubleshooting.md");
  private static final List<String> SOURCES =
      Pages.sources("main").stream().map(TroubleshootingPageTest::joined).toList();

  /** A first cell that holds messages and nothing else. */
  private static final Pattern LISTED = Pattern.compile("(?m)^\\| (?:`[^`]+`(?:, )?)+(?= \\|)");

  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

  /** A log line, or something thrown with words of its own; up to the end of the statement. */
  private static final Pattern SAID =
      Pattern.compile("(?s)(LOG\\.\\w+|new \\w*(?:Exception|Throwable))\\((.*?);\n");

  /** A log line, by any logger. */
  private static final Pattern LOGGED =
      Pattern.compile("(?s)\\.(error|warn|info|debug)\\((.*?);\n");

  private static final Pattern SECTION = Pattern.compile("(?s)\n## ([^\n]+)\n(.*?)(?=\n## |$)");

  /** Sections that aren't named after what is thrown, and a type that is thrown as another. */
  private static final Map<String, String> KINDS =
      Map.of(
          "Boot's failure analysis", "InvalidConfigurationPropertyValueException",
          "ProtocolViolationException", "IllegalStateException");

  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)+)\"");

  /** As one line, and literals that are only split for their length as one. */
  private static String joined(String source) {
    return source.replaceAll("\"\\s*\\+\\s*\"", "");
  }

  static Stream<String> listed() {
    return listed(PAGE);
  }

  private static Stream<String> listed(String text) {
    return LISTED
        .matcher(text)
        .results()
        .flatMap(row -> QUOTED.matcher(row.group()).results())
        .map(quoted -> quoted.group(1));
  }

  @Test
  void eachListedMessage_isInTheSources() {
    assertThat(listed())
        .hasSizeGreaterThan(30)
        .filteredOn(
            message -> SOURCES.stream().noneMatch(source -> saysAll(source, message.split("…"))))
        .isEmpty();
  }

  @Test
  void eachListedMessage_standsAmongThoseOfItsKind() {
    SoftAssertions.assertSoftly(
        all ->
            SECTION
                .matcher(PAGE)
                .results()
                .forEach(
                    section -> {
                      String kind = KINDS.getOrDefault(section.group(1), section.group(1));
                      listed(section.group(2))
                          .filter(message -> !kindsOf(message).isEmpty())
                          .forEach(said -> all.assertThat(kindsOf(said)).as(said).contains(kind));
                    }));
  }

  /** What says the message in the sources; none where it is put together elsewhere. */
  private static Set<String> kindsOf(String message) {
    return SOURCES.stream()
        .flatMap(source -> SAID.matcher(source).results())
        .filter(said -> saysAll(said.group(2), message.split("…")))
        .map(said -> said.group(1).replaceFirst("LOG.*", "Log lines").replace("new ", ""))
        .map(kind -> KINDS.getOrDefault(kind, kind))
        .collect(Collectors.toSet());
  }

  @Test
  void eachLogLine_hasTheLevelOfItsMessagesInTheSources() {
    List<String[]> rows =
        SECTION
            .matcher(PAGE)
            .results()
            .filter(section -> section.group(1).equals("Log lines"))
            .flatMap(section -> section.group(2).lines())
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.split(" \\| "))
            .toList();
    assertThat(rows)
        .hasSizeGreaterThan(10)
        .allSatisfy(
            cells ->
                assertThat(levelsOf(cells[0]))
                    .as(cells[0])
                    .containsExactlyInAnyOrder(cells[1].split(", ")));
  }

  private static Set<String> levelsOf(String messages) {
    return QUOTED
        .matcher(messages)
        .results()
        .map(quoted -> quoted.group(1).split("…"))
        .flatMap(
            parts ->
                SOURCES.stream()
                    .flatMap(source -> LOGGED.matcher(source).results())
                    .filter(logged -> saysAll(logged.group(2), parts)))
        .map(logged -> logged.group(1).toUpperCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  private static boolean saysAll(String source, String[] parts) {
    return Stream.of(parts).map(String::strip).allMatch(source::contains);
  }

  @Test
  void eachMessageOfTheSources_isListed() {
    List<String> said =
        SOURCES.stream()
            .flatMap(source -> SAID.matcher(source).results())
            .map(statement -> longestLiteral(statement.group(2)))
            .filter(literal -> literal.contains(" "))
            .map(literal -> literal.replace("{}", "…").strip())
            .distinct()
            .toList();
    assertThat(said)
        .hasSizeGreaterThan(25)
        .filteredOn(literal -> !PAGE.contains(literal))
        .isEmpty();
  }

  private static String longestLiteral(String statement) {
    return LITERAL
        .matcher(statement)
        .results()
        .map((MatchResult literal) -> literal.group(1))
        .max(Comparator.comparingInt(String::length))
        .orElse("");
  }
}
