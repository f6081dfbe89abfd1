package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The pages of the documentation, and the sources that they speak of. */
final class Pages {
  static final Path ROOT = Path.of("..", "..");
  private static final List<String> PUBLISHED =
      List.of(
          "core",
          "loom-executor",
          "recipes",
          "reactor-adapter",
          "rxjava-adapter",
          "integrations/spring-boot-starter",
          "integrations/netty");
  private static final Pattern IMPORT = Pattern.compile("(?m)^import [^;]+;$");
  private static final Pattern JAVADOC =
      Pattern.compile("<pre>\\{@code\n(.*?)\n}</pre>", Pattern.DOTALL);

  static String text(String page) {
    return read(ROOT.resolve(page));
  }

  /** The texts of the pages of a folder. */
  static List<String> textsUnder(String folder) {
    try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
      return files.sorted().map(Pages::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(folder, e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }

  /**
   * Each Java sample of a page is, word for word, code of a test, of this package or elsewhere in
   * the repository. Imports that a sample begins with stand anywhere in it.
   */
  static void assertSamplesRunIn(String page, String test) {
    assertRunIn(samples(page, "java"), page, test);
  }

  /** {@return the samples of a page in a language} */
  static List<String> samples(String page, String language) {
    return all(Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL), text(page));
  }

  /** {@return what the group of a pattern is in a text, wherever that is found} */
  static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }

  /** The sample in the javadoc of a published type is code of a test too. */
  static void assertJavadocSampleRunsIn(Class<?> type, String module, String test) {
    String source =
        text(module + "/src/main/java/" + type.getName().replace('.', '/') + ".java")
            .replaceAll("(?m)^ \\* ?", "");
    assertRunIn(all(JAVADOC, source), type.getName(), test);
  }

  private static void assertRunIn(List<String> samples, String of, String test) {
    Path folder = test.contains("/") ? ROOT : Path.of("src/test/java/io/loomwheel/pages");
    String code = stripped(read(folder.resolve(test + ".java")));
    assertThat(samples)
        .as("samples of %s", of)
        .isNotEmpty()
        .allSatisfy(
            sample -> {
              assertThat(IMPORT.matcher(sample).results().map(MatchResult::group))
                  .allSatisfy(imported -> assertThat(code).contains(imported));
              assertThat(code).contains(stripped(IMPORT.matcher(sample).replaceAll("")));
            });
  }

  private static String stripped(String code) {
    return code.strip().replaceAll("\\n\\s*", "\n");
  }

  /** The text of each source file of what we publish, of {@code main} or of {@code test}. */
  static List<String> sources(String kind) {
    return PUBLISHED.stream().flatMap(module -> sourcesOf(module, kind).stream()).toList();
  }

  static List<String> sourcesOf(String module, String kind) {
    return javaFilesUnder(ROOT.resolve(module).resolve("src/" + kind + "/java"))
        .map(Pages::read)
        .toList();
  }

  /** The sources of the repository, tests and what isn't published too, by the name of the file. */
  static Map<String, List<String>> allSourcesByName() {
    return sourcesByNameUnder("");
  }

  static Map<String, List<String>> sourcesByNameUnder(String folder) {
    return javaFilesUnder(ROOT.resolve(folder))
        .filter(file -> !file.toString().contains("/target/"))
        .collect(
            Collectors.groupingBy(
                file -> file.getFileName().toString().replace(".java", ""),
                Collectors.mapping(Pages::read, Collectors.toList())));
  }

  private static Stream<Path> javaFilesUnder(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(directory.toString(), e);
    }
  }
}
