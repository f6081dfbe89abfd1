package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

/** docs/guide/spring-boot.md and the metadata that editors read know the same properties. */
class GuideTest {
  private static final Path GUIDE = Path.of("..", "..", "docs", "guide", "spring-boot.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(loomwheel\\.[\\w.-]+)` \\|");

  private static final Pattern SAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  private static List<Map<?, ?>> properties() throws IOException {
    try (InputStream metadata =
        LoomwheelProperties.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      String text = new String(metadata.readAllBytes(), StandardCharsets.UTF_8);
      List<?> all = (List<?>) JsonParserFactory.getJsonParser().parseMap(text).get("properties");
      return all.stream().<Map<?, ?>>map(property -> (Map<?, ?>) property).toList();
    }
  }

  /** Without those that Boot gives to each endpoint and health check, such as its access. */
  private static Stream<String> names() throws IOException {
    return properties().stream()
        .map(property -> (String) property.get("name"))
        .filter(name -> !name.startsWith("management."));
  }

  @Test
  void guide_hasARowForEachPropertyAndNoOther() throws IOException {
    String guide = Files.readString(GUIDE);
    String section =
        guide.substring(guide.indexOf("## Properties"), guide.indexOf("## Default delays"));
    Stream<String> rows = ROW.matcher(section).results().map(row -> row.group(1));
    assertThat(rows).hasSizeGreaterThan(12).containsExactlyInAnyOrderElementsOf(names().toList());
  }

  @Test
  void metadata_describesEachPropertyInOneSentenceOrTwo() throws IOException {
    assertThat(properties())
        .anyMatch(property -> property.get("name").equals("management.health.loomwheel.enabled"))
        .allSatisfy(
            property -> {
              assertThat((String) property.get("description")).as("%s", property).endsWith(".");
              assertThat(property.get("type")).as("%s", property).isNotNull();
            });
  }

  @Test
  void sample_ofTheGuide_doesWhatItSays() throws IOException {
    Matcher sample = SAMPLE.matcher(Files.readString(GUIDE));
    assertThat(sample.find()).isTrue();
    PropertySource<?> properties =
        new YamlPropertySourceLoader()
            .load("guide", new ByteArrayResource(sample.group(1).getBytes(StandardCharsets.UTF_8)))
            .getFirst();
    Contexts.runner()
        .withInitializer(
            context -> context.getEnvironment().getPropertySources().addFirst(properties))
        .run(
            context -> {
              assertThat(StarterFactory.isInstalled()).isTrue();
              assertThat(context).hasSingleBean(WheelTaskScheduler.class);
            });
  }
}
