package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is published, and that the BOM names all of it. */
class PublishedModulesTest {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(loomwheel-[^<]+)<");
  private static final Pattern VERSION = Pattern.compile("<version>([^<]+)<");
  private static final Pattern GROUP = Pattern.compile("<groupId>([^<]+)<");
  private static final String UNPUBLISHED = "<maven.deploy.skip>true</maven.deploy.skip>";

  private static String pom(String module) throws Exception {
    return Files.readString(Path.of("..", "..", module, "pom.xml"));
  }

  /** What a POM says without its profiles. */
  private static String always(String pom) {
    return pom.contains("<profiles>") ? pom.substring(0, pom.indexOf("<profiles>")) : pom;
  }

  private static String profiles(String pom) {
    return pom.substring(pom.indexOf("<profiles>"));
  }

  /** The artifacts of what is published below a POM, which may be of modules that hold modules. */
  private static List<String> published(String aggregator) throws Exception {
    List<String> published = new ArrayList<>();
    for (String name : Pages.all(MODULE, pom(aggregator))) {
      String module = aggregator.equals(".") ? name : aggregator + "/" + name;
      if (Pages.all(MODULE, pom(module)).isEmpty()) {
        if (!module.equals("bom") && !pom(module).contains(UNPUBLISHED)) {
          published.add(Pages.all(ARTIFACT, pom(module)).get(1)); // the first is that of the parent
        }
      } else if (!pom(module).contains(UNPUBLISHED)) {
        published.addAll(published(module));
      }
    }
    return published;
  }

  @Test
  void bom_namesEveryPublishedModuleAndNothingElse() throws Exception {
    List<String> published = published(".");
    String bom = always(pom("bom"));
    assertThat(published)
        .contains("loomwheel-core", "loomwheel-netty", "loomwheel-spring-boot-starter");
    assertThat(Pages.all(ARTIFACT, bom.substring(bom.indexOf("<dependencies>"))))
        .containsExactlyInAnyOrderElementsOf(published);
  }

  /** As an application imports it beside others, whose versions it must leave alone. */
  @Test
  void bom_asInstalled_managesTheSameAndInheritsNothing() throws Exception {
    String bom = Files.readString(Pages.ROOT.resolve("bom/.flattened-pom.xml"));
    String managed = bom.replaceAll("(?s).*<dependencyManagement>|</dependencyManagement>.*", "");
    String version = Pages.all(VERSION, bom).getFirst();
    assertThat(bom.replace(managed, ""))
        .doesNotContain("<parent>", "<properties>", "<dependencies>");
    assertThat(Pages.all(ARTIFACT, managed))
        .filteredOn(name -> !name.equals("loomwheel-rxjava4")) // with -Drxjava4.final alone
        .containsExactlyInAnyOrderElementsOf(published("."));
    assertThat(Pages.all(VERSION, managed)).containsOnly(version);
    assertThat(Pages.all(GROUP, managed)).containsOnly("io.loomwheel");
    assertThat(managed).doesNotContain("<scope>");
  }

  @Test
  void rxJava4_oneProperty_buildsTheModulePublishesItAndNamesItInTheBom() throws Exception {
    String property = "<name>rxjava4.final</name>";
    assertThat(profiles(pom("."))).contains(property, "<module>rxjava4-adapter</module>");
    assertThat(always(pom("rxjava4-adapter"))).contains(UNPUBLISHED);
    assertThat(profiles(pom("rxjava4-adapter")))
        .contains(property, "<maven.deploy.skip>false</maven.deploy.skip>");
    assertThat(profiles(pom("bom"))).contains(property, "loomwheel-rxjava4");
  }

  @Test
  void modulesForOurselves_areNotPublished() throws Exception {
    for (String module :
        List.of("verification", "examples", "examples/demo", "examples/spring-boot")) {
      assertThat(pom(module)).contains(UNPUBLISHED);
    }
  }
}
