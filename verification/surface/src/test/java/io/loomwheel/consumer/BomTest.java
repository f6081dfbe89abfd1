package io.loomwheel.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The BOM as it is installed and deployed. An application imports it beside others, such as that of
 * Spring Boot, whose versions it must leave alone.
 */
class BomTest {
  private static final List<String> PUBLISHED =
      List.of(
          "loomwheel-core",
          "loomwheel-loom-executor",
          "loomwheel-recipes",
          "loomwheel-reactor",
          "loomwheel-rxjava",
          "loomwheel-spring-boot-starter",
          "loomwheel-netty");

  @Test
  void bom_asInstalled_managesWhatIsPublishedAndNothingElse() throws Exception {
    Element bom = installed().getDocumentElement();
    List<String> managed = new ArrayList<>();
    for (Element dependency :
        children(child(child(bom, "dependencyManagement"), "dependencies"), "dependency")) {
      assertThat(text(dependency, "groupId")).isEqualTo("io.loomwheel");
      assertThat(text(dependency, "version")).isEqualTo(text(bom, "version"));
      assertThat(children(dependency, "scope")).as("imports nothing").isEmpty();
      managed.add(text(dependency, "artifactId"));
    }
    managed.remove("loomwheel-rxjava4"); // there with -Drxjava4.final alone
    assertThat(managed).containsExactlyInAnyOrderElementsOf(PUBLISHED);
  }

  /** What a POM inherits counts for who imports it. */
  @Test
  void bom_asInstalled_inheritsNothing() throws Exception {
    Element bom = installed().getDocumentElement();
    assertThat(children(bom, "parent")).isEmpty();
    assertThat(children(bom, "dependencies")).isEmpty();
    assertThat(children(bom, "properties")).isEmpty();
  }

  private static Document installed() throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(Path.of("..", "..", "bom", ".flattened-pom.xml").toFile());
  }

  private static String text(Element of, String name) {
    return child(of, name).getTextContent();
  }

  private static Element child(Element of, String name) {
    List<Element> all = children(of, name);
    assertThat(all).as(name).hasSize(1);
    return all.getFirst();
  }

  private static List<Element> children(Element of, String name) {
    List<Element> found = new ArrayList<>();
    for (Node node = of.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element && element.getTagName().equals(name)) {
        found.add(element);
      }
    }
    return found;
  }
}
