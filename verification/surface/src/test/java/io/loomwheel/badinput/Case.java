package io.loomwheel.badinput;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One call of a row: with one bad argument, or in one state.
 *
 * @param parameter which argument; -1 if none
 * @param state null if fresh
 */
record Case<T>(
    Row<T> row,
    String name,
    int parameter,
    Function<World, Object> value,
    @Nullable BiConsumer<World, T> state,
    Outcome outcome) {

  /** {@return all calls of a row} */
  static <T> List<Case<T>> of(Row<T> row) {
    List<Case<T>> cases = new ArrayList<>();
    if (row.writtenByUsers) {
      return cases;
    }
    cases.add(new Case<>(row, "as it should be", -1, world -> null, null, row.normal));
    row.states.forEach(
        (state, outcome) ->
            cases.add(
                new Case<>(row, state, -1, world -> null, row.table.states.get(state), outcome)));
    for (int i = 0; i < row.signature.names().size(); i++) {
      addBadValues(row, i, cases);
    }
    return cases;
  }

  private static <T> void addBadValues(Row<T> row, int parameter, List<Case<T>> cases) {
    String name = row.signature.names().get(parameter);
    Class<?> type = row.typeOf(parameter);
    if (!type.isPrimitive()) {
      Outcome outcome =
          row.nulls.getOrDefault(
              name,
              Outcome.rejects(NullPointerException.class, row.table.nulls.replace("{}", name)));
      cases.add(new Case<>(row, name + " null", parameter, world -> null, null, outcome));
    }
    row.numbers
        .getOrDefault(name, Map.of())
        .forEach(
            (bad, outcome) ->
                cases.add(
                    new Case<>(
                        row, name + " " + bad, parameter, world -> bad.as(type), null, outcome)));
    row.specials.stream()
        .filter(special -> special.parameter().equals(name))
        .map(
            special ->
                new Case<>(
                    row,
                    name + " " + special.name(),
                    parameter,
                    special.value(),
                    null,
                    special.outcome()))
        .forEach(cases::add);
  }

  void run() throws Exception {
    try (World world = new World()) {
      T receiver = row.needsObject() ? row.table.receivers.apply(world) : null;
      if (state != null) {
        state.accept(world, receiver);
      }
      Object[] arguments = row.goodArguments(world);
      Object bad = value.apply(world);
      if (parameter >= 0) {
        arguments[parameter] = bad;
      }
      Object result = null;
      Throwable thrown = null;
      try {
        result =
            outcome.waits()
                ? Interrupter.interrupted(() -> row.call(world, receiver, arguments))
                : row.call(world, receiver, arguments);
      } catch (Throwable t) {
        thrown = t;
      }
      try {
        outcome.check().accept(new Call(world, receiver, bad, result, thrown));
      } catch (AssertionError e) {
        throw new AssertionError(row + ", " + this + "\n" + e.getMessage(), e);
      }
    }
  }

  @Override
  public String toString() {
    return name + ": " + outcome.says();
  }
}
