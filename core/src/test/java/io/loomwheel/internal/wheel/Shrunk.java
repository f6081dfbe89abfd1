package io.loomwheel.internal.wheel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Plays a script, and shows the shortest part of it that fails. Stateless. */
final class Shrunk {
  /**
   * Plays a script; if it fails, leaves out step after step while it goes on failing.
   *
   * @param player has no memory of what it played before
   */
  static <T> void play(List<T> script, Consumer<List<T>> player) {
    Throwable failure = failureOf(script, player);
    if (failure == null) {
      return;
    }
    List<T> shortest = script;
    for (int size = script.size() / 2; size > 0; size = size == 1 ? 0 : (size + 1) / 2) {
      boolean shorter = true;
      while (shorter) {
        shorter = false;
        for (int from = 0; from < shortest.size(); ) {
          List<T> without = without(shortest, from, size);
          Throwable again = failureOf(without, player);
          if (again == null) {
            from += size;
          } else {
            shortest = without;
            failure = again;
            shorter = true;
          }
        }
      }
    }
    throw new AssertionError(
        shortest.size()
            + " steps fail, and none of them can be left out:\n"
            + shortest.stream().map(step -> "  " + step + "\n").collect(Collectors.joining())
            + failure,
        failure);
  }

  private static <T> List<T> without(List<T> script, int from, int size) {
    List<T> without = new ArrayList<>(script);
    without.subList(from, Math.min(from + size, script.size())).clear();
    return without;
  }

  private static <T> Throwable failureOf(List<T> script, Consumer<List<T>> player) {
    try {
      player.accept(script);
      return null;
    } catch (AssertionError | RuntimeException e) {
      return e;
    }
  }
}
