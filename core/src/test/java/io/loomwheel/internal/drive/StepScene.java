package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.Wheel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Nodes in a wheel, a call, and what others may do in its midst.
 *
 * @param start the tick to which the wheel has turned before anything is armed
 * @param setting what has been done before the call
 */
record StepScene(
    Function<? super SlotOwner, ? extends Wheel> wheels,
    long start,
    List<Call> setting,
    Call main,
    List<Integer> touched,
    List<Long> ticks) {
  /** What is done to a timer, and its name for a message. */
  record Call(String name, Consumer<SteppedTimer> on) {
    static final Call NONE = new Call("nothing", timer -> {});

    @Override
    public String toString() {
      return name;
    }
  }

  /** Two calls of others, the second at a later step than the first. */
  record Two(Call first, Call second) {}

  SteppedTimer timer() {
    SteppedTimer timer = new SteppedTimer(wheels);
    timer.startAt(start);
    setting.forEach(call -> call.on().accept(timer));
    return timer;
  }

  /** {@return what others may do at one step} */
  List<Call> calls() {
    List<Call> calls = new ArrayList<>();
    for (long tick : ticks) {
      calls.add(new Call("arm for " + tick, timer -> timer.arm(tick)));
      calls.add(new Call("turn to " + tick, timer -> timer.turn(tick)));
    }
    for (int node : touched) {
      calls.add(new Call("cancel " + node, timer -> timer.cancel(node)));
      calls.addAll(reschedules(node));
    }
    return calls;
  }

  /** {@return what others may do to a node at two steps: two calls, or one in two halves} */
  List<Two> pairs() {
    List<Two> pairs = new ArrayList<>();
    for (int node : touched) {
      for (Call first : reschedules(node)) {
        reschedules(node).forEach(second -> pairs.add(new Two(first, second)));
      }
      Call link = new Call("link " + node, timer -> timer.link(node));
      for (long tick : ticks) {
        String name = "give " + node + " the deadline " + tick;
        pairs.add(new Two(new Call(name, timer -> timer.claim(node, tick)), link));
      }
      pairs.add(
          new Two(
              new Call("claim " + node, timer -> timer.claimCancel(node)),
              new Call("drop " + node, timer -> timer.drop(node))));
    }
    return pairs;
  }

  private List<Call> reschedules(int node) {
    return ticks.stream()
        .map(to -> new Call("reschedule " + node + " to " + to, t -> t.reschedule(node, to)))
        .toList();
  }

  @Override
  public String toString() {
    return setting + ", " + main;
  }
}
