package io.loomwheel.charts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class RendererTest {
  private static final Figure BARS =
      new Figure(
          new Bars(
              "pair-cpu",
              "Pair <CPU>",
              "less is better",
              1,
              List.of(
                  new Bar("floor", Kind.FLOOR, new Range(0.5, 0.5, 0.5), "0.50 ×", "33 ns"),
                  new Bar("us & co", Kind.OURS, new Range(0.6, 0.7, 0.8), "0.70 ×", "48 ns"),
                  new Bar("them", Kind.PEER, new Range(0.9, 1, 1.3), "1 ×", "71 ns"))),
          List.of("Where we lose: \"nowhere\".", "2 cores"));
  private static final Figure CURVES =
      new Figure(
          new Curves(
              "fire-late",
              "Lateness",
              "less is better",
              "percentile",
              "ms",
              List.of(
                  new Curve("us", Kind.OURS, List.of(new Point(0, 0.1), new Point(99.9, 1))),
                  new Curve("them", Kind.PEER, List.of(new Point(90, 1), new Point(99, 10))))),
          List.of("2 cores"));
  private static final Page PAGE =
      new Page(
          "What <it> costs",
          "It costs <nothing>.",
          List.of(
              new Section(
                  "pair",
                  List.of(BARS, CURVES),
                  List.of(
                      new Numbers(
                          "pair",
                          List.of(List.of("op", "ns"), List.of("us", "48")),
                          List.of("a note"))))),
          List.of("On this machine."));

  private final Renderer renderer = new Renderer();
  private final Document page = Jsoup.parse(renderer.html(PAGE));

  @Test
  void html_bars_hasARowForEach() {
    assertThat(page.select("svg.bars .row .bar")).hasSize(3);
    assertThat(page.select("svg.bars .ours .bar").attr("width")).isEqualTo("53.85%");
    assertThat(page.select("svg.bars .whisker")).hasSize(6);
  }

  @Test
  void html_curves_areDrawnBetweenWholeDecadesOverNines_theFirstOnTop() {
    assertThat(page.select("svg.curves polyline").eachAttr("points"))
        .containsExactly("333.3,500.0 666.7,0.0", "0.0,1000.0 1000.0,500.0");
    assertThat(page.select("svg.curves .small").eachText())
        .containsExactly(
            "ms", "0.1", "0.2", "0.5", "1", "2", "5", "10", "0", "90", "99", "99.9", "percentile");
    assertThat(page.select("svg.curves .key .name").eachText()).containsExactly("us", "them");
  }

  @Test
  void html_anyChart_saysWhatItShowsToThoseWhoCannotSeeIt() {
    assertThat(page.select("svg.chart")).hasSize(2);
    for (Element chart : page.select("svg.chart")) {
      assertThat(chart.attr("role")).isEqualTo("img");
      assertThat(page.getElementById(chart.attr("aria-labelledby")).text()).isNotEmpty();
      assertThat(page.getElementById(chart.attr("aria-describedby")).text()).contains("us");
    }
  }

  @Test
  void html_page_hasAllThatItIsGiven_escaped_andNeedsNothingElse() {
    assertThat(page.title()).isEqualTo("What <it> costs: It costs <nothing>.");
    assertThat(page.select("h1, .lead, h2, h3, figcaption p, section:last-child p").eachText())
        .containsExactly(
            "What <it> costs",
            "It costs <nothing>.",
            "pair",
            "Pair <CPU>",
            "Where we lose: \"nowhere\".",
            "2 cores",
            "Lateness",
            "2 cores",
            "How it was measured",
            "On this machine.");
    assertThat(page.select("details th, details td, details .note").eachText())
        .containsExactly("op", "ns", "us", "48", "a note");
    assertThat(page.select("script, link[rel=stylesheet], img, iframe, [src]")).isEmpty();
    assertThat(page.select("[href]").eachAttr("href"))
        .allMatch(target -> target.startsWith("#") || target.equals("data:,"));
  }

  @Test
  void svg_figure_isWellFormedAndHasItsCaption() throws Exception {
    for (Figure figure : List.of(BARS, CURVES)) {
      String text = renderer.svg(figure);
      var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
      var svg = builder.parse(new InputSource(new StringReader(text))).getDocumentElement();

      assertThat(svg.getTagName()).isEqualTo("svg");
      assertThat(svg.getNamespaceURI() + svg.getAttribute("xmlns"))
          .contains("http://www.w3.org/2000/svg");
      assertThat(text).contains("2 cores");
    }
  }

  @Test
  void svg_longTexts_areWrappedBetweenWordsToTheWidthOfAPhone() {
    String text = "a title, a subtitle, a caption that is ".repeat(4);
    Bar bar = new Bar("us", Kind.OURS, new Range(1, 1, 1), "1 ns", "");
    Figure figure = new Figure(new Bars("wide", text, text, 1, List.of(bar)), List.of(text));

    Document svg = Jsoup.parse(renderer.svg(figure));

    assertThat(svg.select("svg").attr("width")).isEqualTo("358");
    assertThat(svg.select("svg > .title").eachText()).hasSize(6).allMatch(it -> it.length() <= 34);
    assertThat(svg.select("svg > .small").eachText()).hasSize(6).allMatch(it -> it.length() <= 56);
    assertThat(String.join(" ", svg.select("svg > .title").eachText())).isEqualTo(text.strip());
  }
}
