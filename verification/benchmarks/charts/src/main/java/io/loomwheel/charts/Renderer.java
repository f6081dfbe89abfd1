package io.loomwheel.charts;

import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Turns pages and figures into text by way of templates, which escape all that they are given. */
public final class Renderer {
  /** So that a page that shows the file on a phone needn't shrink it, text and all. */
  private static final int FILE_WIDTH = 358;

  private static final int FILE_MARGIN = 16;
  private static final int LINE = 16;
  private static final int TITLE_LINE = 20;
  private static final int TITLE_COLUMNS = 34;
  private static final int TEXT_COLUMNS = 56;

  private final PebbleEngine templates;

  public Renderer() {
    ClasspathLoader loader = new ClasspathLoader(Renderer.class.getClassLoader());
    loader.setPrefix("io/loomwheel/charts");
    loader.setSuffix(".peb");
    templates =
        new PebbleEngine.Builder()
            .loader(loader)
            .strictVariables(true)
            .defaultLocale(Locale.ROOT)
            .build();
  }

  public String html(Page page) {
    List<SectionDrawing> sections =
        page.sections().stream()
            .map(it -> new SectionDrawing(it, it.figures().stream().map(Drawing::of).toList()))
            .toList();
    return fill("page", Map.of("page", page, "sections", sections));
  }

  /** {@return the figure as a file of its own} */
  public String svg(Figure figure) {
    Drawing drawing = Drawing.of(figure);
    Chart chart = figure.chart();
    List<String> title = wrap(chart.title(), TITLE_COLUMNS);
    List<String> subtitle = wrap(chart.subtitle(), TEXT_COLUMNS);
    List<String> caption = wrap(figure.caption(), TEXT_COLUMNS);
    int subtitleTop = FILE_MARGIN + title.size() * TITLE_LINE;
    int plotTop = subtitleTop + (subtitle.size() + 1) * LINE + drawing.top();
    int captionTop = plotTop + drawing.height() + LINE / 2;
    Map<String, Object> values = new HashMap<>();
    values.put("drawing", drawing);
    values.put("title", title);
    values.put("subtitle", subtitle);
    values.put("caption", caption);
    values.put("width", FILE_WIDTH);
    values.put("margin", FILE_MARGIN);
    values.put("line", LINE);
    values.put("titleLine", TITLE_LINE);
    values.put("subtitleTop", subtitleTop);
    values.put("plotLeft", FILE_MARGIN + drawing.left());
    values.put("plotTop", plotTop);
    values.put("plotWidth", FILE_WIDTH - 2 * FILE_MARGIN - drawing.left() - drawing.right());
    values.put("captionTop", captionTop);
    values.put("height", captionTop + caption.size() * LINE + FILE_MARGIN);
    return fill("file", values);
  }

  private String fill(String template, Map<String, Object> values) {
    StringWriter text = new StringWriter();
    try {
      templates.getTemplate(template).evaluate(text, values);
    } catch (IOException e) {
      throw new UncheckedIOException("can't write to memory", e);
    }
    return text.toString();
  }

  /**
   * {@return lines of at most that many characters, unless a single word is longer, since SVG can't
   * break them}
   */
  private static List<String> wrap(String text, int columns) {
    return Pattern.compile("(.{1," + columns + "}(?=\\s|$)|\\S+)\\s*")
        .matcher(text.strip())
        .results()
        .map(line -> line.group(1))
        .toList();
  }

  /** A section and its drawings. */
  record SectionDrawing(Page.Section section, List<Drawing> drawings) {}

  /** A figure laid out, as the templates take it. Immutable. */
  record Drawing(
      String template, Figure figure, Object layout, int left, int right, int top, int height) {
    static Drawing of(Figure figure) {
      return switch (figure.chart()) {
        case Bars bars -> {
          int height = bars.bars().size() * Bars.ROW_HEIGHT;
          yield new Drawing("bars", figure, bars, 0, 0, 0, height);
        }
        case Curves curves -> {
          CurvesLayout layout = CurvesLayout.of(curves);
          yield new Drawing(
              "curves",
              figure,
              layout,
              CurvesLayout.LEFT,
              CurvesLayout.RIGHT,
              CurvesLayout.TOP,
              layout.height());
        }
      };
    }
  }
}
