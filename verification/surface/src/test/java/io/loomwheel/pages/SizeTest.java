package io.loomwheel.pages;

import static java.util.Comparator.comparingInt;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * A published source file is short enough to be read as one thing: at most 400 lines of code.
 * Comments, imports and empty lines don't count. From 300 on, its longest parts are printed.
 */
class SizeTest {
  private static final int MANY = 300;
  private static final int MOST = 400;

  private static final Pattern NAME =
      Pattern.compile(
          "(?m)^(?:public )?(?:abstract |final |sealed )*(?:class|interface|record|enum) (\\w+)");
  private static final Pattern COMMENT = Pattern.compile("/\\*[\\s\\S]*?\\*/|(?m)^ *//.*$");
  private static final Pattern SECTION = Pattern.compile("^ {2}// --- (.+) ---$");
  private static final Pattern NESTED =
      Pattern.compile("^ {2}(?:\\w+ )*(?:class|interface|record|enum) (\\w+).*\\{$");

  /** A part of a file that may leave it: a section, or a nested type. */
  private record Part(String name, int lines) {}

  @Test
  void files_haveAtMost400LinesOfCode() {
    List<String> tooLong = new ArrayList<>();
    for (String source : Pages.sources("main")) {
      int lines = linesOfCode(source);
      if (lines > MANY) {
        String longest =
            partsOf(source).stream()
                .sorted(comparingInt(Part::lines).reversed())
                .limit(3)
                .map(part -> part.name() + " (" + part.lines() + ")")
                .collect(Collectors.joining(", "));
        String said = nameOf(source) + " has " + lines + " lines of code; could leave: " + longest;
        System.out.println(said);
        if (lines > MOST) {
          tooLong.add(said);
        }
      }
    }
    assertThat(tooLong)
        .as("files of more than %d lines of code: give a part a file of its own", MOST)
        .isEmpty();
  }

  @Test
  void linesOfCode_commentsAndEmptyLines_dontCount() {
    assertThat(
            linesOfCode(
                """
                package a;

                import b.C;

                /**
                 * A class.
                 */
                final class A {
                  // a comment
                  int b; // the first
                }
                """))
        .isEqualTo(3);
  }

  @Test
  void parts_areSectionsAndNestedTypes() {
    assertThat(
            partsOf(
                """
                class A {
                  int a;

                  // --- the end ---

                  void b() {
                    a++;
                  }

                  private static final class C {
                    int d;
                  }
                }
                """))
        .containsExactly(new Part("the end", 3), new Part("C", 3));
  }

  private static int linesOfCode(String source) {
    return (int) codeOf(source).lines().filter(SizeTest::isCode).count();
  }

  private static String codeOf(String source) {
    return COMMENT.matcher(source).replaceAll(SizeTest::sectionsOnly);
  }

  private static String sectionsOnly(MatchResult comment) {
    String text = comment.group().strip();
    return text.startsWith("// ---") ? Matcher.quoteReplacement(comment.group()) : "";
  }

  private static boolean isCode(String line) {
    return !line.isBlank()
        && !line.startsWith("import ")
        && !line.startsWith("package ")
        && !SECTION.matcher(line).matches();
  }

  /** A section ends where the next begins, or a nested type; a nested type ends with its brace. */
  private static List<Part> partsOf(String source) {
    Map<String, Integer> parts = new LinkedHashMap<>();
    String section = null;
    String nested = null;
    for (String line : codeOf(source).lines().filter(l -> !l.isBlank()).toList()) {
      Matcher begins = SECTION.matcher(line);
      Matcher type = NESTED.matcher(line);
      if (begins.matches()) {
        section = begins.group(1);
        continue;
      }
      nested = type.matches() ? type.group(1) : nested;
      String part = nested == null ? section : nested;
      if (part != null && !line.equals("}")) {
        parts.merge(part, 1, Integer::sum);
      }
      nested = line.equals("  }") ? null : nested;
    }
    return parts.entrySet().stream().map(e -> new Part(e.getKey(), e.getValue())).toList();
  }

  private static String nameOf(String source) {
    Matcher name = NAME.matcher(source);
    assertThat(name.find()).as(List.of(source.split("\n")).getFirst()).isTrue();
    return name.group(1);
  }
}
