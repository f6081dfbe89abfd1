package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.consumer.Javac;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * docs/guide/quick-start.md, whose project is whole, and the pages of one screen that it leads to.
 */
class QuickStartPageTest {
  private static final String PAGE = "docs/guide/quick-start.md";
  private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");
  private static final Pattern PART = Pattern.compile("<artifactId>(loomwheel-[^<]+)</artifactId>");
  private static final Pattern IMPORTED =
      Pattern.compile("(?m)^import io\\.loomwheel\\.(.+)\\.\\w+;");
  private static final int SCREEN = 65;

  @Test
  void program_compilesAsItStands() throws Exception {
    List<String> programs = Pages.samples(PAGE, "java");
    assertThat(programs).hasSize(1);
    assertThat(Javac.errorsOf("FirstTimeout", programs.get(0))).isEmpty();
  }

  @Test
  void pom_namesTheLastRelease_orTheSnapshotThatTheCommandInstalls() {
    String version = Pages.all(VERSION, Pages.samples(PAGE, "xml").get(0)).get(1);
    String ours = Pages.all(VERSION, Pages.text("pom.xml")).get(0);
    String install = Pages.samples(PAGE, "sh").get(0);
    if (version.endsWith("-SNAPSHOT")) {
      assertThat(version).isEqualTo(ours);
      assertThat(install).contains(" install ", "-pl bom,reactor-adapter\n");
    } else {
      assertThat(Pages.text(".mvn/maven.config") + "=" + ours + "\n")
          .contains("=" + version + "\n");
      assertThat(install).doesNotContain(" install ");
    }
  }

  @Test
  void pom_namesThePartThatTheProgramImports() {
    String pom = Pages.samples(PAGE, "xml").get(0);
    assertThat(Pages.all(PART, pom)).containsExactly("loomwheel-bom", "loomwheel-reactor");
    assertThat(Pages.all(IMPORTED, Pages.samples(PAGE, "java").get(0))).containsExactly("reactor");
  }

  @Test
  void pagesOfEachWayIn_areOfOneScreen_andNameAPartOfTheBom() {
    String bom = Pages.text("bom/pom.xml");
    assertThat(Pages.textsUnder("docs/guide/start"))
        .hasSize(6)
        .allSatisfy(
            page -> {
              assertThat(page.lines().count()).isLessThanOrEqualTo(SCREEN);
              assertThat(page).contains("## What changes", "## What to watch");
              assertThat(bom)
                  .contains("<artifactId>" + Pages.all(PART, page).get(0) + "</artifactId>");
            });
  }

  @Test
  void propertiesOfSpringBoot_areThoseThatTheGuideTries() {
    String properties = Pages.samples("docs/guide/start/spring-boot.md", "yaml").get(0);
    assertThat(Pages.samples("docs/guide/spring-boot.md", "yaml")).contains(properties);
  }
}
