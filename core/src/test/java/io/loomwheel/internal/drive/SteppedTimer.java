package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.SlotOwner;
import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.internal.wheel.Wheels;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A timer of one shard, with ticks of one nanosecond, and an oracle that says after each turn what
 * must have been handed on by then, in which order, and when the driver has to come again. The
 * calls that others make are taken apart where another thread may come in between: first the change
 * of the node's word, then what follows from it.
 */
final class SteppedTimer implements Outlet {
  private static final int MOST_TURNS = 1000;

  private final Function<? super SlotOwner, ? extends Wheel> wheels;
  private final Engine engine;
  private final List<SteppedNode> nodes = new ArrayList<>();
  private final List<SteppedNode> handedOn = new ArrayList<>();
  private Shard shard;
  private Wheel wheel;
  private long now;
  private int calls;
  private int turns;
  private boolean isTurning;

  SteppedTimer(Function<? super SlotOwner, ? extends Wheel> wheels) {
    this.wheels = wheels;
    engine =
        new Engine(
            new Engine.EngineSettings(1, 0, 0, () -> now, this::makeWheel, 0, null, 0), this);
  }

  private Wheel makeWheel(SlotOwner owner) {
    shard = (Shard) owner;
    wheel = wheels.apply(owner);
    return wheel;
  }

  // --- what threads do ---

  void arm(long deadline) {
    arm(node -> engine.armAt(node, node.deadline, false), Math.max(deadline, now));
  }

  private void arm(Predicate<SteppedNode> call, long deadline) {
    SteppedNode node = new SteppedNode(calls++, deadline);
    nodes.add(node);
    require(call.test(node), node, "was refused");
    node.armedBy = calls++;
    accepted(node);
  }

  /** Arms while another thread holds the lock, so that the node waits in the inbox. */
  void armInInbox(long deadline) {
    shard.lock();
    arm(deadline);
    shard.lock = 0;
  }

  /** Arms a node that stays where it was linked as it is put off. */
  void armAndPutOff(long deadline, long later) {
    arm(deadline);
    claim(nodes.size() - 1, later);
  }

  /** Arms a node and turns to it: a shard is turned only when something is due. */
  void armAndTurn(long deadline) {
    arm(deadline);
    turn(deadline);
  }

  /** Has the wheel turn to a tick before the first node is armed. */
  void startAt(long tick) {
    armAndTurn(tick);
    nodes.clear();
  }

  /** Arms nodes in a row and cancels all but the last. */
  void armBehindEmptyCells(int emptyCells, long deadline) {
    int first = nodes.size();
    for (int i = 0; i <= emptyCells; i++) {
      arm(deadline);
    }
    for (int i = 0; i < emptyCells; i++) {
      cancel(first + i);
    }
  }

  /** Arms a node whose tick has passed. */
  void armOverdue() {
    arm(node -> engine.armAt(node, node.deadline, false), now - 1);
  }

  void reschedule(int i, long deadline) {
    claim(i, deadline);
    link(i);
  }

  /** Gives a node its new deadline, as the first half of a reschedule. */
  void claim(int i, long deadline) {
    SteppedNode node = nodes.get(i);
    deadline = Math.max(deadline, now);
    long old = node.claimReschedule(deadline);
    if (old >= 0) {
      require(!node.isHandedOn && !node.isCancelled, node, "was put off though it is over");
      node.deadline = deadline;
      node.wasMoved = true;
      if (deadline < old) {
        node.isUnderWay = true;
      } else if (!node.isUnderWay) {
        accepted(node);
      }
    }
  }

  /** Links it again if that is earlier, as the second half. */
  void link(int i) {
    SteppedNode node = nodes.get(i);
    if (node.isUnderWay) {
      engine.bringForward(node, node.deadline);
      accepted(node);
    }
  }

  /** Gives a node its new deadline; leaves it to who holds the lock next, as without memory. */
  void leave(int i, long deadline) {
    claim(i, deadline);
    SteppedNode node = nodes.get(i);
    if (node.isUnderWay && node.owner() != null) {
      shard.leave(node, shard);
      accepted(node);
    }
  }

  void cancel(int i) {
    claimCancel(i);
    drop(i);
  }

  void claimCancel(int i) {
    SteppedNode node = nodes.get(i);
    if (Wheels.claimOnly(node)) {
      require(!node.isHandedOn, node, "was cancelled though it is over");
      node.isCancelled = true;
    }
  }

  void drop(int i) {
    SteppedNode node = nodes.get(i);
    if (node.isCancelled && !node.isGone) {
      node.isDropped = true;
      Wheels.emptyCell(node);
      node.isGone = true;
    }
  }

  /** Cancels the first node, as if many had been cancelled before, so that the wheel is swept. */
  void cancelAndSweep() {
    cancel(0);
    shard.cancelled = 1 << 20;
  }

  /** Turns, unless another thread has the lock: then the driver would wait for it. */
  void turn(long tick) {
    if (isTurning || shard.lock != 0) {
      return;
    }
    isTurning = true;
    now = Math.max(now, tick);
    turns++;
    handedOn.clear();
    engine.turn();
    Steps.unseen(this::checkTurn);
    isTurning = false;
  }

  private void accepted(SteppedNode node) {
    node.isUnderWay = false;
    node.since = turns;
  }

  // --- what they may count on ---

  @Override
  public void accept(WheelNode fired) {
    SteppedNode node = (SteppedNode) fired;
    require(!node.isHandedOn, node, "was handed on twice");
    require(!node.isCancelled, node, "was handed on though it is cancelled");
    require(fired.deadlineNanos() == node.deadline, node, "has fired for another deadline");
    require(node.deadline <= now, node, "was handed on early, at " + now);
    node.isHandedOn = true;
    handedOn.add(node);
  }

  private void checkTurn() {
    checkCount();
    long next = Wheel.NEVER_TICK;
    for (SteppedNode node : nodes) {
      if (node.waits()) {
        require(node.deadline > now || !node.wasKnownTo(turns), node, "is late at " + now);
        next = Math.min(next, Math.max(now, node.deadline));
      }
    }
    boolean comesAgain = shard.hasQueuedNodes() || shard.nextTick <= next;
    require(comesAgain, nodes, "wait, and the driver sleeps till " + shard.nextTick);
    for (int i = 0; i < handedOn.size(); i++) {
      SteppedNode node = handedOn.get(i);
      for (SteppedNode earlier : handedOn.subList(0, i)) {
        if (node.wasKnownTo(turns) && earlier.wasKnownTo(turns)) {
          boolean inOrder =
              earlier.deadline < node.deadline
                  || (earlier.deadline == node.deadline && !node.goesBefore(earlier));
          require(inOrder, handedOn, "came out of order");
        }
      }
    }
  }

  /** The wheel holds the nodes that wait, and no other, once nobody is about to drop one. */
  private void checkCount() {
    int waiting = 0;
    for (SteppedNode node : nodes) {
      if (node.isUnderWay || (node.isCancelled && !node.isGone)) {
        return;
      }
      waiting += node.waits() ? 1 : 0;
    }
    if (!shard.hasQueuedNodes()) {
      long count = wheel.count(Integer.MAX_VALUE);
      require(count == waiting, count, "count though " + waiting + " wait");
    }
  }

  /** Ends what is under way, turns as a driver would until all is over, and looks what is left. */
  void finish() {
    for (int i = 0; i < nodes.size(); i++) {
      link(i);
      drop(i);
    }
    for (int i = 0; shard.hasQueuedNodes() || shard.nextTick != Wheel.NEVER_TICK; i++) {
      turn(shard.hasQueuedNodes() ? now : shard.nextTick);
      require(i < MOST_TURNS, nodes, "keep the driver awake");
    }
    for (SteppedNode node : nodes) {
      require(node.isHandedOn || node.isCancelled, node, "was lost");
    }
    require(engine.pending() == 0, engine.pending(), "are pending though all are over");
    require(
        Wheels.cells(wheel) == 0,
        Wheels.cells(wheel),
        "cells are in use though all nodes are over");
  }

  @Override
  public void turnFailed(Throwable cause) {
    throw new AssertionError("a turn failed", cause);
  }

  private static void require(boolean holds, Object about, String otherwise) {
    if (!holds) {
      throw new AssertionError(about + " " + otherwise);
    }
  }
}
