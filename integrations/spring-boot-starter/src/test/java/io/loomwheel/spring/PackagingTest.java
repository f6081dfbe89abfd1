package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** What the artifact holds: classes that are ours alone, and the lists by which Boot finds them. */
class PackagingTest {
  private static List<Class<?>> classes() throws Exception {
    URL place = LoomwheelProperties.class.getProtectionDomain().getCodeSource().getLocation();
    String root = place.getPath().endsWith(".jar") ? "jar:" + place + "!/" : place.toString();
    Resource[] found =
        new PathMatchingResourcePatternResolver()
            .getResources(root + "io/loomwheel/spring/*.class");
    return Stream.of(found)
        .map(resource -> resource.getFilename().replace(".class", ""))
        .filter(name -> !name.equals("package-info"))
        .filter(name -> !name.contains("Boot4")) // what they extend isn't there on Boot 3
        .filter(name -> !name.contains("Boot3"))
        .<Class<?>>map(PackagingTest::load)
        .toList();
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(
          "io.loomwheel.spring." + name, false, PackagingTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void classes_areNotPublic() throws Exception {
    assertThat(classes())
        .hasSizeGreaterThan(15)
        .noneMatch(type -> Modifier.isPublic(type.getModifiers()));
  }

  @Test
  void autoConfigurations_areAllListed() throws Exception {
    Stream<String> listed =
        text("/META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports")
            .lines();
    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(
            classes().stream()
                .filter(type -> type.isAnnotationPresent(AutoConfiguration.class))
                .map(Class::getName)
                .toList());
  }

  private static String text(String resource) throws IOException {
    try (InputStream from = LoomwheelProperties.class.getResourceAsStream(resource)) {
      return new String(from.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
