package io.loomwheel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loomwheel.bench.Samples;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Has a report looked at by a real browser, where there is one. A script at the end of a copy of
 * the report measures what was drawn, in a wide page and in one as narrow as a phone.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrowserTest {
  private static final int CHARTS = 8;

  /** Kept, so that a person may look too. */
  private final Path directory = Path.of("target", "browser").toAbsolutePath();

  private Browser.Seen seen;
  private JsonNode probe;

  @BeforeAll
  void open() throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Optional<Browser> browser = Browser.find(directory);
    assumeTrue(
        browser.isPresent(),
        "the report wasn't looked at: none of " + Browser.NAMES + " is on the PATH");
    Path report = directory.resolve("report.html");
    new Report(Samples.runs()).html(report);
    String probed =
        Files.readString(report).replace("</body>", "<script>" + script() + "</script></body>");
    Path copy = Files.writeString(directory.resolve("probed.html"), probed);
    seen = browser.orElseThrow().open(copy);
    String measured = Jsoup.parse(seen.dom()).select("#probe").text();
    assertThat(measured).as("what the probe says; console: %s", seen.console()).isNotEmpty();
    probe = new JsonMapper().readTree(measured);
  }

  @Test
  void open_report_logsNoError() {
    assertThat(seen.console()).singleElement().asString().contains("probe is through");
  }

  @ParameterizedTest
  @ValueSource(strings = {"wide", "narrow"})
  void open_report_drawsAllBarsAndCurves(String width) {
    List<JsonNode> figures = figures(width);
    assertThat(figures).hasSize(CHARTS);
    assertThat(figures)
        .extracting(it -> it.get("bars").size())
        .containsExactly(6, 6, 0, 3, 3, 7, 6, 0);
    assertThat(figures)
        .extracting(it -> it.get("curves").size())
        .containsExactly(0, 0, 2, 0, 0, 0, 0, 6);
    for (JsonNode figure : figures) {
      assertThat(isVisible(figure.get("chart"))).as("%s", figure).isTrue();
      assertThat(list(figure.get("bars"))).as("%s", figure).allMatch(BrowserTest::isVisible);
      assertThat(list(figure.get("curves"))).as("%s", figure).allMatch(BrowserTest::isVisible);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"wide", "narrow"})
  void open_report_keepsTextsApartAndInTheirCards(String width) {
    for (JsonNode figure : figures(width)) {
      assertThat(list(figure.get("collisions"))).as("collisions in %s", figure).isEmpty();
      assertThat(list(figure.get("outside"))).as("outside of %s", figure).isEmpty();
    }
    assertThat(probe.get(width).get("overflow").asInt()).as("needs to be scrolled by").isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"wide", "narrow"})
  void open_report_showsWhatWasPromisedFirst(String width) {
    JsonNode promises = probe.get(width).get("promises");
    List<JsonNode> rows = list(promises.get("rows"));

    assertThat(rows).hasSizeGreaterThan(50).allMatch(BrowserTest::isVisible);
    assertThat(promises.get("bottom").asDouble()).isLessThan(promises.get("next").asDouble());
    assertThat(promises.get("cells").asInt()).as("cells whose text is cut").isZero();
  }

  @Test
  void open_report_accentsWhatIsOurs() {
    JsonNode fills = figures("wide").getFirst().get("fills");

    assertThat(fills.get(0).asText()).as("floor").contains("-hatch");
    assertThat(fills.get(1).asText()).as("ours").isNotEqualTo(fills.get(2).asText());
    assertThat(fills.get(2).asText()).as("peers").isEqualTo(fills.get(3).asText());
  }

  private List<JsonNode> figures(String width) {
    return list(probe.get(width).get("figures"));
  }

  private static List<JsonNode> list(JsonNode array) {
    List<JsonNode> elements = new ArrayList<>();
    array.forEach(elements::add);
    return elements;
  }

  private static boolean isVisible(JsonNode box) {
    return box.get("width").asDouble() > 1 && box.get("height").asDouble() > 1;
  }

  private static String script() throws IOException {
    try (InputStream file = BrowserTest.class.getResourceAsStream("probe.js")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
