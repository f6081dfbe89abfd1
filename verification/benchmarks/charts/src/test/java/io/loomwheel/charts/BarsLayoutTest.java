package io.loomwheel.charts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class BarsLayoutTest {
  @Test
  void of_twoBars_fillsTheWidthWithTheLongestWhisker() {
    BarsLayout layout = layout(bar(Kind.OURS, 0.4, 0.5, 0.6), bar(Kind.PEER, 1, 1, 2));

    assertThat(layout.rows()).extracting(BarsLayout.Row::width).containsExactly("25.00%", "50.00%");
    assertThat(layout.rows()).extracting(BarsLayout.Row::low).containsExactly("20.00%", "50.00%");
    assertThat(layout.rows()).extracting(BarsLayout.Row::high).containsExactly("30.00%", "100.00%");
    assertThat(layout.reference()).isEqualTo("50.00%");
  }

  @Test
  void of_noSpread_drawsNoWhiskers() {
    BarsLayout layout = layout(bar(Kind.OURS, 1, 1, 1), bar(Kind.PEER, 1, 1, 2));

    assertThat(layout.rows()).extracting(BarsLayout.Row::whiskers).containsExactly(false, true);
  }

  @Test
  void of_barFarLongerThanWhatMatters_cutsIt() {
    BarsLayout layout = layout(bar(Kind.OURS, 1, 1, 1), bar(Kind.PEER, 3, 50, 60));

    assertThat(layout.rows())
        .extracting(BarsLayout.Row::width)
        .containsExactly("25.00%", "100.00%");
    assertThat(layout.rows()).extracting(BarsLayout.Row::cut).containsExactly(false, true);
    assertThat(layout.rows().get(1).capped()).isFalse();
  }

  @Test
  void of_oursFarLongerThanTheReference_isNotCut() {
    BarsLayout layout = layout(bar(Kind.OURS, 20, 20, 20), bar(Kind.PEER, 1, 1, 1));

    assertThat(layout.rows()).extracting(BarsLayout.Row::width).containsExactly("100.00%", "5.00%");
    assertThat(layout.rows()).extracting(BarsLayout.Row::cut).containsExactly(false, false);
  }

  @Test
  void newBars_badId_throws() {
    assertThatThrownBy(() -> new Bars("Bad id", "", "", 1, List.of(bar(Kind.OURS, 1, 1, 1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was 'Bad id'");
  }

  @Test
  void newRange_outOfOrder_throws() {
    assertThatThrownBy(() -> new Range(2, 1, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2.0, 1.0, 3.0");
  }

  private static BarsLayout layout(Bar... bars) {
    return BarsLayout.of(new Bars("id", "title", "subtitle", 1, List.of(bars)));
  }

  private static Bar bar(Kind kind, double low, double value, double high) {
    return new Bar("name", kind, new Range(low, value, high), "", "", "");
  }
}
