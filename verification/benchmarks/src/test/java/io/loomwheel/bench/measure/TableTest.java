package io.loomwheel.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void render_cellsOfDifferentLength_linesThemUp() {
    String table = Table.render(List.of(List.of("op", "CPU ns"), List.of("floor", "41.0")));

    assertThat(table)
        .isEqualTo(
            """
            | op    | CPU ns |
            |-------|-------:|
            | floor |   41.0 |
            """);
  }

  @Test
  void render_rowsOfDifferentLength_throws() {
    List<List<String>> rows = List.of(List.of("a", "b"), List.of("c"));

    assertThatThrownBy(() -> Table.render(rows))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rows must have 2 cells, was [c]");
  }

  @Test
  void number_anySize_keepsAboutThreeFigures() {
    assertThat(Table.number(0)).isEqualTo("0");
    assertThat(Table.number(1.234)).isEqualTo("1.23");
    assertThat(Table.number(54.32)).isEqualTo("54.3");
    assertThat(Table.number(1234567.8)).isEqualTo("1,234,568");
    assertThat(Table.number(-3.5)).isEqualTo("-3.50");
  }
}
