package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What can be checked of the rules for prose: the width of a page, and how a comment begins. */
class ProseTest {
  private static final int WIDTH = 120;

  /** A javadoc that says what somebody has done to a task instead of what the method does. */
  private static final Pattern HAS_DONE = Pattern.compile("/\\*\\*\\s*(?:\\*\\s*)?Has an? ");

  private static final Pattern WHO =
      Pattern.compile("(?:/\\*\\*?|//)\\s*(?:\\*\\s*)?[Ww]ho(?:ever)?\\b");

  @Test
  void pages_areWrapped() throws Exception {
    List<String> tooWide = new ArrayList<>();
    for (Path page : pages()) {
      boolean code = false;
      int number = 0;
      for (String line : Files.readAllLines(page)) {
        number++;
        code ^= line.stripLeading().startsWith("```");
        if (!code && line.length() > WIDTH && canBeWrapped(line)) {
          tooWide.add(page + ":" + number);
        }
      }
    }
    assertThat(tooWide).isEmpty();
  }

  private static boolean canBeWrapped(String line) {
    String text = line.strip();
    return !text.startsWith("|")
        && !text.startsWith("![")
        && !text.startsWith("#")
        && !text.startsWith("<")
        && text.contains(" ");
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(Pages.ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.toString().contains("target"))
          .toList();
    }
  }

  @Test
  void comments_beginWithWhatAThingIsOrDoes() {
    List<String> sources = Pages.sources("main");
    assertThat(sources).noneMatch(source -> HAS_DONE.matcher(source).find());
    assertThat(sources).noneMatch(source -> WHO.matcher(source).find());
  }
}
