package io.loomwheel.badinput;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The rows of one type, and how to get an object of it and into each of its states. */
final class Table<T> {
  final Class<?> type;
  final Function<World, T> receivers;
  final Map<String, BiConsumer<World, T>> states = new LinkedHashMap<>();
  final List<Row<T>> rows = new ArrayList<>();
  String nulls = "{}";
  String through = "";

  private Table(Class<?> type, Function<World, T> receivers) {
    this.type = type;
    this.receivers = receivers;
  }

  /** Of a type that is asked through an object. */
  static <T> Table<T> of(Class<? super T> type, Function<World, T> receivers) {
    return new Table<>(type, receivers);
  }

  /** Of a type whose methods are static, or others' to write. */
  static <T> Table<T> of(Class<T> type) {
    return new Table<>(
        type,
        world -> {
          throw new AssertionError("there is no object of " + type);
        });
  }

  /** Adds a state that objects may be in. */
  Table<T> state(String name, BiConsumer<World, T> reach) {
    states.put(name, reach);
    return this;
  }

  /** Says what makes the objects, where more than one thing does. */
  Table<T> madeBy(String maker) {
    through = " of " + maker;
    return this;
  }

  /** Says what a NullPointerException says, in place of the name of the parameter alone. */
  Table<T> nullsSay(String message) {
    nulls = message;
    return this;
  }

  Row<T> row(String signature) {
    Row<T> row = new Row<>(this, Signature.parse(signature));
    rows.add(row);
    return row;
  }

  /** Methods without parameters that are accepted in any state. */
  void asking(String... signatures) {
    always(Outcome.accepts(), signatures);
  }

  /** Methods that return this. */
  void chaining(String... signatures) {
    always(Outcome.returnsItself(), signatures);
  }

  /** Methods that do the same in any state. */
  void always(Outcome outcome, String... signatures) {
    for (String signature : signatures) {
      row(signature).always(outcome);
    }
  }

  /** Methods that users write and we call. */
  void written(String... signatures) {
    for (String signature : signatures) {
      row(signature).writtenByUsers = true;
    }
  }
}
