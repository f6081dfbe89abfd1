package io.loomwheel.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Runs the real relay in every order of steps that its threads may take, a step being what lies
 * between two reads of what they share. Each order is run from the start; one that reaches a state
 * that was seen before is given up there. In every state the relay's invariant is checked, and in
 * every last one that each task was run once.
 */
final class Explorer {
  private static final ExecutorService TWO =
      Executors.newFixedThreadPool(2, Thread.ofVirtual().factory());

  private final Supplier<RelayWorld> worlds;
  private final Set<String> seen = new HashSet<>();
  private final Deque<List<Integer>> open = new ArrayDeque<>();
  private int ends;

  private Explorer(Supplier<RelayWorld> worlds) {
    this.worlds = worlds;
  }

  /**
   * Explores all there is, on a virtual thread, where handing over to the relay's threads is cheap;
   * two worlds at a time.
   *
   * @return how many states there are
   */
  static Future<Integer> explore(Supplier<RelayWorld> worlds) {
    return TWO.submit(() -> new Explorer(worlds).exploreAll());
  }

  private int exploreAll() {
    open.push(List.of());
    while (!open.isEmpty()) {
      RelayWorld world = worlds.get();
      try {
        run(world, new ArrayList<>(open.pop()));
      } finally {
        world.giveUp();
      }
    }
    assertThat(ends).as("orders that came to an end").isPositive();
    return seen.size();
  }

  /** Repeats known choices, and then takes the first of each, leaving the others for later. */
  private void run(RelayWorld world, List<Integer> choices) {
    List<String> steps = new ArrayList<>();
    try {
      run(world, choices, steps);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\nafter:\n" + String.join("\n", steps), e);
    }
  }

  private void run(RelayWorld world, List<Integer> choices, List<String> steps) {
    for (int depth = 0; ; depth++) {
      List<RelayWorld.Choice> next = world.choices();
      if (depth == choices.size()) {
        if (!seen.add(world.state())) {
          return;
        }
        world.checkInvariant();
        if (next.isEmpty() || world.isOver()) {
          world.checkEnd();
          ends++;
          return;
        }
        for (int other = next.size() - 1; other > 0; other--) {
          List<Integer> path = new ArrayList<>(choices);
          path.add(other);
          open.push(path);
        }
        choices.add(0);
      }
      RelayWorld.Choice chosen = next.get(choices.get(depth));
      chosen.step().run();
      steps.add("%3d. %s".formatted(depth + 1, chosen.says().get()));
    }
  }
}
