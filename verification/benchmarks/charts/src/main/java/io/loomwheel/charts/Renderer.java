package io.loomwheel.charts;

import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Turns pages and figures into text by way of templates, which escape all that they are given. */
public final class Renderer {
  private static final int FILE_WIDTH = 760;
  private static final int FILE_MARGIN = 24;
  private static final int FILE_HEAD = 72;
  private static final int CAPTION_STEP = 17;
  private static final int CAPTION_COLUMNS = 112;

  private final PebbleEngine templates;

  /** Reads no template yet. */
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

  /** {@return the page as HTML} */
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
    List<String> caption =
        figure.caption().stream()
            .flatMap(text -> Lines.wrap(text, CAPTION_COLUMNS).stream())
            .toList();
    int plotTop = FILE_HEAD + drawing.top();
    int captionTop = plotTop + drawing.height() + CAPTION_STEP + CAPTION_STEP / 2;
    return fill(
        "file",
        Map.of(
            "drawing", drawing,
            "caption", caption,
            "width", FILE_WIDTH,
            "margin", FILE_MARGIN,
            "plotLeft", FILE_MARGIN + drawing.left(),
            "plotTop", plotTop,
            "plotWidth", FILE_WIDTH - 2 * FILE_MARGIN - drawing.left() - drawing.right(),
            "captionTop", captionTop,
            "captionStep", CAPTION_STEP,
            "height", captionTop + caption.size() * CAPTION_STEP));
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

  /** A section and its drawings. */
  record SectionDrawing(Section section, List<Drawing> drawings) {}
}
