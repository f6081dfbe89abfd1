package io.loomwheel.badinput;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.surface.Modules;
import io.loomwheel.surface.Surface;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** No method is without a row, no row without all that its declaration asks for. */
class CompletenessTest {
  private static Stream<Row<?>> rows() {
    return Tables.ALL.stream().flatMap(table -> table.rows.stream());
  }

  @Test
  void eachPublicMethod_hasARow() {
    assertThat(
            Surface.types()
                .flatMap(type -> Surface.of(type).stream())
                .filter(executable -> rows().noneMatch(row -> isOf(row, executable)))
                .map(Signature::of))
        .isEmpty();
  }

  /** Of an interface of others that our objects are seen through too. */
  @Test
  void eachMethodOfAnObject_hasARowInItsTable() {
    assertThat(
            Tables.ALL.stream()
                .flatMap(
                    table ->
                        Surface.of(table.type).stream()
                            .filter(CompletenessTest::isOfAnObject)
                            .filter(
                                method -> table.rows.stream().noneMatch(row -> isOf(row, method))))
                .map(Signature::of))
        .isEmpty();
  }

  private static boolean isOfAnObject(Executable executable) {
    return executable instanceof Method && !Modifier.isStatic(executable.getModifiers());
  }

  private static boolean isOf(Row<?> row, Executable executable) {
    return row.table.type == executable.getDeclaringClass() && row.signature.fits(executable);
  }

  @Test
  void eachRow_isOfAMethod() {
    assertThat(rows().filter(row -> row.executable() == null)).isEmpty();
  }

  @Test
  void eachRow_isTheOnlyOneOfItsMethodInItsTable() {
    assertThat(Tables.ALL)
        .allSatisfy(table -> assertThat(table.rows).map(Row::executable).doesNotHaveDuplicates());
  }

  @Test
  void eachModule_hasPublicTypes() {
    assertThat(Modules.ONE_OF_EACH)
        .allSatisfy(one -> assertThat(Surface.typesBeside(one)).contains(one));
  }

  @Test
  void eachRow_saysWhatComesOfEachNumberNullAndState() {
    assertThat(rows().filter(row -> !row.writtenByUsers).flatMap(CompletenessTest::gaps)).isEmpty();
  }

  private static Stream<String> gaps(Row<?> row) {
    Executable executable = row.executable();
    if (executable == null) {
      return Stream.empty();
    }
    List<String> gaps = new ArrayList<>();
    for (int i = 0; i < executable.getParameterCount(); i++) {
      String name = row.signature.names().get(i);
      if (Bad.isNumber(executable.getParameterTypes()[i])) {
        Set<Bad> missing = EnumSet.allOf(Bad.class);
        missing.removeAll(row.numbers.getOrDefault(name, Map.of()).keySet());
        missing.forEach(bad -> gaps.add(row + " doesn't say what comes of " + name + " " + bad));
      }
      if (executable.getAnnotatedParameterTypes()[i].isAnnotationPresent(Nullable.class)
          && !row.nulls.containsKey(name)) {
        gaps.add(row + " doesn't say what comes of " + name + " null, which is allowed");
      }
    }
    if (row.needsObject()) {
      row.table.states.keySet().stream()
          .filter(state -> !row.states.containsKey(state))
          .forEach(state -> gaps.add(row + " doesn't say what comes of it when " + state));
    }
    return gaps.stream();
  }

  @Test
  void eachSayingOfARow_isOfAParameter() {
    assertThat(
            rows()
                .flatMap(
                    row ->
                        Stream.of(row.numbers.keySet(), row.nulls.keySet(), row.specialParameters())
                            .flatMap(Set::stream)
                            .filter(name -> !row.signature.names().contains(name))
                            .map(name -> row + " has no " + name)))
        .isEmpty();
  }
}
