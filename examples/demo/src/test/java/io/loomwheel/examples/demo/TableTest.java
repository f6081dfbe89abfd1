package io.loomwheel.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void text_alignsTheFirstCellsToTheLeftAndTheOthersToTheRight() {
    String text = Table.text(List.of(List.of("Reactor", "CPU", "B"), List.of("no", "1", "2,000")));

    assertThat(text.lines()).containsExactly("Reactor  CPU      B", "no         1  2,000");
  }

  @Test
  void spread_oddAndEvenRounds_hasTheMedianAndTheEnds() {
    assertThat(Spread.of(DoubleStream.of(30, 10, 20))).hasToString("20 (10 to 30)");
    assertThat(Spread.of(DoubleStream.of(40, 10, 20, 30))).hasToString("25 (10 to 40)");
  }

  @Test
  void spread_belowZero_hasOneDashAlone() {
    assertThat(Spread.of(DoubleStream.of(-150, 3, 1_824))).hasToString("3 (-150 to 1,824)");
  }

  @Test
  void isBelow_touching_isNot() {
    Spread one = new Spread(1, 2, 3);

    assertThat(one.isBelow(new Spread(4, 5, 6))).isTrue();
    assertThat(one.isBelow(new Spread(3, 5, 6))).isFalse();
  }
}
