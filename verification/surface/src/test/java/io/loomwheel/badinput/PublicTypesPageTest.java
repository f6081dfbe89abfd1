package io.loomwheel.badinput;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.surface.Surface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of public types names each of them, and nothing else. */
class PublicTypesPageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "design", "public-types.md");
  private static final Pattern ROW = Pattern.compile("\\| `loomwheel-[a-z-]+` \\| (.*) \\|");
  private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");

  @Test
  void page_namesEachPublicTypeOnceForItsModule() throws Exception {
    List<String> named =
        Files.readAllLines(PAGE).stream()
            .map(ROW::matcher)
            .filter(row -> row.matches())
            .flatMap(row -> NAME.matcher(row.group(1)).results())
            .map(name -> name.group(1))
            .toList();
    List<String> types = Surface.types().map(PublicTypesPageTest::nameWithinItsPackage).toList();
    assertThat(named).containsExactlyInAnyOrderElementsOf(types);
  }

  private static String nameWithinItsPackage(Class<?> type) {
    return type.getCanonicalName().substring(type.getPackageName().length() + 1);
  }
}
