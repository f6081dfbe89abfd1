package io.loomwheel.badinput;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Each method does with bad arguments and in bad states what its row says. */
class BadInputTest {
  @TestFactory
  Stream<DynamicNode> eachMethod_badInput_doesWhatItsRowSays() {
    return Tables.ALL.stream()
        .flatMap(table -> table.rows.stream())
        .map(row -> dynamicContainer(row.toString(), casesOf(row)));
  }

  private static <T> Stream<DynamicNode> casesOf(Row<T> row) {
    return Case.of(row).stream().map(one -> dynamicTest(row + ", " + one, one::run));
  }
}
