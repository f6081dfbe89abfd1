package io.loomwheel.loom.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The life of a task of an executor: whatever two threads do, in every order of their steps in
 * which a thread is stopped at most so often, has the outcome of some order of doing it one by one.
 */
class ExecutorModelTest {
  private static final boolean THOROUGH = Boolean.getBoolean("loomwheel.thorough");

  /** How often a thread is stopped between two steps to let the other one go on. */
  private static final int STOPS = THOROUGH ? 2 : 1;

  /** The most operations of the thread that ends the task. */
  private static final int LONGEST = 2;

  /** Also what the thread may do in between: look, move the clock. */
  private static final String ENDS = "cxnqkz";

  private int orders;
  private boolean full;

  @ParameterizedTest
  @ValueSource(
      chars = {
        ExecutorSpec.SUBMITTED,
        ExecutorSpec.TIMED,
        ExecutorSpec.DELAYED,
        ExecutorSpec.DELAYED_UNTIL_SHUTDOWN,
        ExecutorSpec.PERIODIC,
        ExecutorSpec.FAILING
      })
  void everyOrderOfSteps_hasTheOutcomeOfOneThread(char kind) throws Exception {
    Constructor<?> world = worlds();
    List<String> problems = new ArrayList<>();
    onVirtualThread(
        () -> {
          for (String ends : sequences()) {
            explore(world, "", kind + "", ends, problems);
            if (ends.indexOf(ExecutorSpec.TICK) < 0) { // one thread at a time moves the clock
              explore(world, kind + "", "kr", ends, problems);
            }
            explore(world, kind + "k", "r", ends, problems);
          }
        });
    assertThat(problems).isEmpty();
    assertThat(orders).isGreaterThan(1000);
  }

  @ParameterizedTest
  @ValueSource(chars = {ExecutorSpec.TIMED, ExecutorSpec.DELAYED})
  void everyOrderOfSteps_theTimerIsFull_whatIsNotRejectedIsReturned(char kind) throws Exception {
    full = true;
    Constructor<?> world = worlds();
    Set<String> allowed =
        Set.of(
            "rejected / / none, runs 0, returned 0, in the wheel 0",
            "accepted / / RUNNING, runs 0, returned 1, in the wheel 0",
            "accepted / / CANCELLED, runs 0, returned 1, in the wheel 0");
    List<String> problems = new ArrayList<>();
    onVirtualThread(
        () -> {
          for (String ends : List.of("x", "n")) {
            explore(world, "", kind + "", ends, allowed, problems);
          }
        });
    assertThat(problems).isEmpty();
    assertThat(orders).isGreaterThan(20);
  }

  /** The first task ends, and the second is submitted, as another thread shuts down. */
  @Test
  void everyOrderOfSteps_whatIsAcceptedAsTheLastTaskEnds_endsBeforeTheExecutor() throws Exception {
    Constructor<?> world = worlds();
    Set<String> allowed =
        Set.of(
            "rejected false / / SUCCESS, runs 1, returned 0, in the wheel 0",
            "rejected true / / SUCCESS, runs 1, returned 0, in the wheel 0",
            "accepted false / / SUCCESS, runs 2, returned 0, in the wheel 0");
    List<String> problems = new ArrayList<>();
    onVirtualThread(() -> explore(world, "s", "rsq", "x", allowed, problems));
    assertThat(problems).isEmpty();
    assertThat(orders).isGreaterThan(20);
  }

  @Test
  void everyOrderOfSteps_whatAnExecutorOfThreadsAccepts_endsBeforeIt() throws Exception {
    Constructor<?> world =
        new SteppedClasses().loadClass("io.loomwheel.loom.model.ThreadsWorld").getConstructor();
    Set<String> allowed =
        Set.of(
            "rejected false / / runs 0", "rejected true / / runs 0", "accepted false / / runs 1");
    List<String> problems = new ArrayList<>();
    onVirtualThread(() -> explore(world, "", "sq", "x", allowed, problems));
    assertThat(problems).isEmpty();
    assertThat(orders).isGreaterThan(5);
  }

  private static Constructor<?> worlds() throws Exception {
    return new SteppedClasses()
        .loadClass("io.loomwheel.loom.model.ExecutorWorld")
        .getConstructor(boolean.class, boolean.class);
  }

  private static void onVirtualThread(Runnable all) {
    CompletableFuture.runAsync(all, task -> Thread.ofVirtual().start(task)).join();
  }

  private void explore(
      Constructor<?> worlds, String before, String first, String second, List<String> problems) {
    explore(worlds, before, first, second, ExecutorSpec.outcomes(before, first, second), problems);
  }

  private void explore(
      Constructor<?> worlds,
      String before,
      String first,
      String second,
      Set<String> allowed,
      List<String> problems) {
    for (boolean swapped : new boolean[] {false, true}) {
      explore(worlds, before, first, second, swapped, new int[0], allowed, problems);
    }
  }

  private void explore(
      Constructor<?> worlds,
      String before,
      String first,
      String second,
      boolean swapped,
      int[] schedule,
      Set<String> allowed,
      List<String> problems) {
    World world = make(worlds, before.startsWith("u") || first.startsWith("u"));
    StringBuilder[] said = {new StringBuilder(), new StringBuilder()};
    before.chars().forEach(operation -> world.perform((char) operation));
    Runnable one = () -> performAll(world, first, said[0]);
    Runnable two = () -> performAll(world, second, said[1]);
    int choices = Steps.run(schedule, swapped ? two : one, swapped ? one : two);
    orders++;
    String outcome = said[0] + "/ " + said[1] + "/ " + world.end();
    if (!allowed.contains(outcome)) {
      problems.add(
          before
              + ": "
              + first
              + " | "
              + second
              + (swapped ? " swapped " : " ")
              + Arrays.toString(schedule)
              + " "
              + outcome
              + ", not of "
              + allowed);
      return;
    }
    if (schedule.length < STOPS) {
      int from = schedule.length == 0 ? 0 : schedule[schedule.length - 1] + 1;
      for (int step = from; step < choices; step++) {
        int[] next = Arrays.copyOf(schedule, schedule.length + 1);
        next[schedule.length] = step;
        explore(worlds, before, first, second, swapped, next, allowed, problems);
      }
    }
  }

  /** {@return all sequences of operations that end a task, up to the longest} */
  private static List<String> sequences() {
    List<String> all = new ArrayList<>(List.of(""));
    for (int i = 0; i < all.size(); i++) {
      String shorter = all.get(i);
      for (char next : shorter.length() < LONGEST ? ENDS.toCharArray() : new char[0]) {
        all.add(shorter + next);
      }
    }
    return all;
  }

  private static void performAll(World world, String operations, StringBuilder said) {
    for (int i = 0; i < operations.length(); i++) {
      said.append(ExecutorSpec.said(world.perform(operations.charAt(i))));
    }
  }

  private World make(Constructor<?> worlds, boolean untilShutdown) {
    try {
      boolean hasChoices = worlds.getParameterCount() > 0;
      return (World) (hasChoices ? worlds.newInstance(!untilShutdown, full) : worlds.newInstance());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
