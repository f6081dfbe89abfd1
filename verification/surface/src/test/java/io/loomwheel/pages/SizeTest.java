package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A published source file is short enough to be read as one thing: at most 400 lines of code.
 * Comments, imports and empty lines don't count.
 */
class SizeTest {
  private static final int MOST = 400;

  private static final Pattern NAME =
      Pattern.compile(
          "(?m)^(?:public )?(?:abstract |final |sealed )*(?:class|interface|record|enum) (\\w+)");
  private static final Pattern COMMENT = Pattern.compile("/\\*[\\s\\S]*?\\*/|(?m)^ *//.*$");

  @Test
  void files_haveAtMost400LinesOfCode() {
    List<String> tooLong = new ArrayList<>();
    for (String source : Pages.sources("main")) {
      int lines = linesOfCode(source);
      if (lines > MOST) {
        tooLong.add(nameOf(source) + " has " + lines + " lines of code");
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

  private static int linesOfCode(String source) {
    return (int) COMMENT.matcher(source).replaceAll("").lines().filter(SizeTest::isCode).count();
  }

  private static boolean isCode(String line) {
    return !line.isBlank() && !line.startsWith("import ") && !line.startsWith("package ");
  }

  private static String nameOf(String source) {
    Matcher name = NAME.matcher(source);
    assertThat(name.find()).as(List.of(source.split("\n")).getFirst()).isTrue();
    return name.group(1);
  }
}
