package io.loomwheel.pages;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What can be checked of the rules for published sources and for prose. */
class SourcesTest {
  private static final List<String> SOURCES = Pages.sources("main");

  /** As many lines of code can be read as one thing. */
  private static final int MOST_LINES = 400;

  private static final int WIDTH = 120;

  private static final Pattern TYPE =
      Pattern.compile("(?m)^ *(?:[a-z]+ )*(?:class|interface|record|enum) ([A-Z]\\w+)");

  private static final Pattern COMMENT = Pattern.compile("/\\*[\\s\\S]*?\\*/|(?m)^ *//.*$");

  /** A javadoc that says what somebody has done to a task instead of what the method does. */
  private static final Pattern HAS_DONE = Pattern.compile("/\\*\\*\\s*(?:\\*\\s*)?Has an? ");

  private static final Pattern WHO =
      Pattern.compile("(?:/\\*\\*?|//)\\s*(?:\\*\\s*)?[Ww]ho(?:ever)?\\b");

  @Test
  void files_haveAtMost400LinesOfCode() {
    assertThat(SOURCES)
        .filteredOn(source -> linesOfCode(source) > MOST_LINES)
        .as("too long: give a part a file of its own")
        .map(source -> Pages.all(TYPE, source).getFirst())
        .isEmpty();
  }

  /** Comments, imports and empty lines don't count. */
  private static long linesOfCode(String source) {
    return COMMENT
        .matcher(source)
        .replaceAll("")
        .lines()
        .filter(line -> !line.isBlank() && !line.matches("(?:import|package) .*"))
        .count();
  }

  /** Two types of what is published have none in common, but for what users import. */
  @Test
  void simpleNames_standForOneTypeEach() {
    Map<String, Long> types =
        SOURCES.stream()
            .flatMap(source -> Pages.all(TYPE, source).stream())
            .collect(groupingBy(name -> name, counting()));
    types.values().removeIf(count -> count == 1);
    assertThat(types.keySet())
        .containsOnly("WheelScheduler", "WheelOperators", "Builder"); // one in each adapter; nested
  }

  @Test
  void comments_beginWithWhatAThingIsOrDoes() {
    assertThat(SOURCES).noneMatch(source -> HAS_DONE.matcher(source).find());
    assertThat(SOURCES).noneMatch(source -> WHO.matcher(source).find());
  }

  @Test
  void pages_areWrapped() throws Exception {
    List<String> tooWide = new ArrayList<>();
    for (Path page : pages()) {
      boolean code = false;
      int number = 0;
      for (String line : Files.readAllLines(page)) {
        number++;
        code ^= line.stripLeading().startsWith("```");
        if (!code && line.length() > WIDTH && line.strip().matches("(?!\\||!\\[|#|<).* .*")) {
          tooWide.add(page + ":" + number);
        }
      }
    }
    assertThat(tooWide).isEmpty();
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(Pages.ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".md") && !file.toString().contains("target"))
          .toList();
    }
  }
}
