package io.loomwheel.badinput;

import io.loomwheel.surface.Surface;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one method or constructor does with bad arguments and in bad states.
 *
 * <p>A null where the declaration allows none is a {@code NullPointerException} that names the
 * parameter, unless the row says otherwise; all else is to be said.
 */
final class Row<T> {
  /** Calls in another way than by reflection. */
  interface Caller {
    Object call(World world, Object[] arguments) throws Throwable;
  }

  /** A value that isn't in the order of things, and what comes of it. */
  record Special(String parameter, String name, Function<World, Object> value, Outcome outcome) {}

  final Table<T> table;
  final Signature signature;
  final Map<String, Map<Bad, Outcome>> numbers = new HashMap<>();
  final Map<String, Outcome> nulls = new HashMap<>();
  final Map<String, Outcome> states = new LinkedHashMap<>();
  final List<Special> specials = new ArrayList<>();
  private final Map<String, Function<World, Object>> arguments = new HashMap<>();
  private @Nullable Caller caller;
  Outcome normal = Outcome.accepts();
  boolean writtenByUsers;

  Row(Table<T> table, Signature signature) {
    this.table = table;
    this.signature = signature;
  }

  /** With these numbers, or with all if none are named. */
  Row<T> when(String parameter, Outcome outcome, Bad... values) {
    Map<Bad, Outcome> outcomes = numbers.computeIfAbsent(parameter, it -> new LinkedHashMap<>());
    for (Bad value : values.length == 0 ? Bad.values() : values) {
      outcomes.put(value, outcome);
    }
    return this;
  }

  Row<T> when(String parameter, Outcome notPositive, Outcome greatest) {
    return when(parameter, notPositive, Bad.MIN, Bad.NEGATIVE, Bad.ZERO)
        .when(parameter, greatest, Bad.MAX);
  }

  /** Rejects what isn't positive. */
  Row<T> positive(String parameter, String message, Outcome greatest) {
    return when(parameter, Outcome.illegal(message), greatest);
  }

  /** Runs a task after a delay, of which the good one is a second. */
  Row<T> runsAfter(String parameter) {
    return normally(Outcome.runsAfterASecond())
        .when(parameter, Outcome.runsAtOnce(), Outcome.waitsForEver());
  }

  Row<T> onNull(String parameter, Outcome outcome) {
    nulls.put(parameter, outcome);
    return this;
  }

  Row<T> given(String parameter, String name, Function<World, Object> value, Outcome outcome) {
    specials.add(new Special(parameter, name, value, outcome));
    return this;
  }

  Row<T> in(String state, Outcome outcome) {
    states.put(state, outcome);
    return this;
  }

  Row<T> inEachState(Outcome outcome) {
    table.states.keySet().forEach(state -> in(state, outcome));
    return this;
  }

  /** Is true in these states alone. */
  void trueIn(String... trueStates) {
    always(Outcome.returns(false));
    for (String state : trueStates) {
      in(state, Outcome.returns(true));
    }
  }

  /** Does the same in any state. */
  Row<T> always(Outcome outcome) {
    normal = outcome;
    return needsObject() ? inEachState(outcome) : this;
  }

  /** With good arguments. */
  Row<T> normally(Outcome outcome) {
    normal = outcome;
    return this;
  }

  /** The good argument, where that of its type doesn't do. */
  Row<T> with(String parameter, Function<World, Object> argument) {
    arguments.put(parameter, argument);
    return this;
  }

  Row<T> calledBy(Caller by) {
    caller = by;
    return this;
  }

  /** {@return what the row is about; null if there is no such thing} */
  @Nullable Executable executable() {
    return Surface.of(table.type).stream().filter(signature::fits).findFirst().orElse(null);
  }

  Set<String> specialParameters() {
    return specials.stream().map(Special::parameter).collect(Collectors.toSet());
  }

  boolean needsObject() {
    return executable() instanceof Method method && !Modifier.isStatic(method.getModifiers());
  }

  Class<?> typeOf(int parameter) {
    Executable executable = executable();
    return executable == null ? void.class : executable.getParameterTypes()[parameter];
  }

  Object[] goodArguments(World world) {
    Object[] good = new Object[signature.names().size()];
    for (int i = 0; i < good.length; i++) {
      Function<World, Object> own = arguments.get(signature.names().get(i));
      good[i] = own != null ? own.apply(world) : Samples.of(typeOf(i), world);
    }
    return good;
  }

  Object call(World world, Object receiver, Object[] given) throws Throwable {
    if (caller != null) {
      return caller.call(world, given);
    }
    try {
      return executable() instanceof Constructor<?> constructor
          ? constructor.newInstance(given)
          : ((Method) executable()).invoke(receiver, given);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Override
  public String toString() {
    String type = table.type.getName().replaceFirst(".*\\.", "").replace('$', '.');
    return type + table.through + "." + signature.written();
  }
}
