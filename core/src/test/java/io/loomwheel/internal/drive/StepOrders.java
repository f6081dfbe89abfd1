package io.loomwheel.internal.drive;

import io.loomwheel.internal.drive.StepScene.Call;
import io.loomwheel.internal.drive.StepScene.Two;
import java.util.function.ToLongFunction;

/**
 * Tries all orders in which one or two calls of others may fall into the midst of a call, at every
 * step and every pair of steps. Each order begins with a new timer.
 */
final class StepOrders implements ToLongFunction<String> {
  /** How many steps may lie between two calls of others. */
  private static final int APART = Models.isThorough() ? Integer.MAX_VALUE : 6;

  private long tried;

  /**
   * Tries all orders of all scenes of a wheel.
   *
   * @return how many they are
   */
  @Override
  public long applyAsLong(String wheel) {
    StepScenes.of(wheel).forEach(this::tryAll);
    return tried;
  }

  private void tryAll(StepScene scene) {
    for (Call call : scene.calls()) {
      Two one = new Two(call, Call.NONE);
      int steps = tryOne(scene, one, 0, 0);
      for (int at = 1; at < steps; at++) {
        steps = tryOne(scene, one, at, at);
      }
    }
    for (Two two : scene.pairs()) {
      int firsts = 1;
      for (int first = 0; first < firsts; first++) {
        int seconds = first + 2;
        for (int second = first + 1; second < seconds && second - first <= APART; second++) {
          seconds = tryOne(scene, two, first, second);
        }
        firsts = seconds;
      }
    }
  }

  /** {@return how many steps the call has taken} */
  private int tryOne(StepScene scene, Two two, int firstAt, int secondAt) {
    tried++;
    try {
      SteppedTimer timer = scene.timer();
      int steps =
          Steps.count(
              () -> scene.main().on().accept(timer),
              firstAt,
              () -> two.first().on().accept(timer),
              secondAt,
              () -> two.second().on().accept(timer));
      timer.finish();
      return steps;
    } catch (Throwable t) {
      String order = two.first() + " at step " + firstAt + ", " + two.second() + " at " + secondAt;
      throw new AssertionError(scene + ": " + order + ": " + t.getMessage(), t);
    }
  }
}
