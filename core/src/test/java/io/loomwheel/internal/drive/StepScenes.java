package io.loomwheel.internal.drive;

import io.loomwheel.internal.drive.StepScene.Call;
import io.loomwheel.internal.wheel.HashedWheel;
import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.Wheels;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The scenes of each kind of wheel: every seat that a node may have, alone and among others, in
 * numbers at which slots shift and close up their cells.
 */
final class StepScenes {
  /** Stands for the time it is, among the deadlines that others give. */
  private static final long NOW = 0;

  private static final int EMPTY_CELLS = 5;

  private final Function<? super SlotOwner, ? extends Wheel> wheels;
  private final long start;
  private final Call due;
  private final List<Call> seats;
  private final List<Long> ticks;
  private final List<StepScene> all = new ArrayList<>();

  private StepScenes(
      Function<? super SlotOwner, ? extends Wheel> wheels,
      long start,
      List<Call> seats,
      List<Long> ticks) {
    this.wheels = wheels;
    this.start = start;
    this.due = seats.get(0);
    this.seats = seats;
    this.ticks = ticks;
  }

  /** {@return the scenes of a wheel} */
  static List<StepScene> of(String wheel) {
    String[] words = wheel.split(" ", -1);
    int number = Integer.parseInt(words[1]);
    return words[0].equals("hashed") ? hashed(number) : level(number, Integer.parseInt(words[2]));
  }

  private static List<StepScene> hashed(int ring) {
    long due = 108;
    long round = due + ring;
    StepScenes scenes =
        new StepScenes(
            owner -> new HashedWheel(0, ring, owner),
            due - 8,
            seats(due, round, round + 1, round + ring),
            List.of(NOW, due + 1, round, round + 1));
    scenes.addTurn(Call.NONE, turn(due), due);
    scenes.addCalls(due);
    return scenes.all;
  }

  private static List<StepScene> level(int level, int preparedFrom) {
    long slot = 1L << (6 * level);
    long block = 2 * slot;
    long due = block + 2;
    StepScenes scenes =
        new StepScenes(
            owner -> Wheels.hierarchical(0, owner, preparedFrom),
            block - 8,
            seats(due, block, due + 3, due + slot),
            List.of(NOW, block, due, due + 3, due + slot));
    Call soon = new Call("due at " + (block - 2), t -> t.armInInbox(block - 2));
    Call prepared = new Call("half come down", t -> t.armAndTurn(block - 2));
    scenes.addTurn(soon, turn(block - 2), due);
    scenes.addTurn(prepared, turn(block), due);
    scenes.addCalls(due);
    return scenes.all;
  }

  private static Call turn(long tick) {
    return new Call("turn to " + tick, t -> t.turn(tick));
  }

  private static List<Call> seats(long due, long other, long later, long muchLater) {
    return List.of(
        new Call("due", t -> t.arm(due)),
        new Call("due at " + other, t -> t.arm(other)),
        new Call("put off to " + later, t -> t.armAndPutOff(due, later)),
        new Call("put off to " + muchLater, t -> t.armAndPutOff(due, muchLater)),
        new Call("overdue", t -> t.armOverdue()),
        new Call("in the inbox", t -> t.armInInbox(due)));
  }

  /** Adds scenes of a turn in whose midst others meet one node, or each of two. */
  private void addTurn(Call before, Call turn, long tick) {
    Call emptyCells =
        new Call(EMPTY_CELLS + " empty cells, due", t -> t.armBehindEmptyCells(EMPTY_CELLS, tick));
    for (Call seat : seats) {
      add(List.of(seat, before), turn, 0);
      add(List.of(due, due, due, seat, before), turn, 3);
      add(List.of(due, seat, emptyCells, before), turn, 1);
      add(List.of(seat, seat, seat, seat, seat, seat, seat, seat, before), turn(NOW), 5);
      if (Models.isThorough()) {
        for (Call other : seats) {
          add(List.of(seat, other, before), turn, 0, 1);
          add(List.of(seat, seat, seat, other, before), turn, 0, 3);
        }
      }
    }
  }

  /** Adds scenes of calls of producers, in whose midst the driver may turn. */
  private void addCalls(long tick) {
    for (Call seat : seats) {
      add(List.of(seat, due), new Call("arm", t -> t.arm(tick)), 0);
      add(List.of(seat, due), new Call("reschedule 0", t -> t.reschedule(0, tick)), 0, 1);
      add(List.of(seat, due), new Call("leave 0", t -> t.leave(0, NOW)), 0);
      add(List.of(seat, due), new Call("cancel 0, and sweep", t -> t.cancelAndSweep()), 0, 1);
    }
  }

  private void add(List<Call> setting, Call main, Integer... touched) {
    all.add(new StepScene(wheels, start, setting, main, List.of(touched), ticks));
  }
}
