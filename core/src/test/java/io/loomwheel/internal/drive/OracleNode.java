package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.WheelNode;
import java.util.Arrays;

/**
 * A node with its own account, which each producer keeps for its own calls and the driver for what
 * it hands on; read when all have ended.
 */
final class OracleNode extends WheelNode {
  /** Who armed it, and which of that producer's nodes it is. */
  final int armedBy;

  final int number;

  private final long firstDeadline;

  /**
   * All deadlines that a producer has replaced, and those it has given: those in between cancel.
   */
  private final long[] moves;

  /** How many turns had begun when the producer's last call returned. */
  private final int[] lastTurn;

  private final boolean[] cancelled;
  boolean wasMoved;

  /** The turn that has handed it on; 0 if none did. */
  int handedOnIn;

  int timesHandedOn;

  OracleNode(int armedBy, int number, long deadline, int producers) {
    this.armedBy = armedBy;
    this.number = number;
    this.firstDeadline = deadline;
    this.moves = new long[producers];
    this.lastTurn = new int[producers];
    this.cancelled = new boolean[producers];
  }

  /** Notes a deadline that was accepted, by a call that has returned. */
  void accepted(int producer, long old, long deadline, int turn) {
    moves[producer] ^= old ^ deadline;
    wasMoved |= old != deadline;
    lastTurn[producer] = turn;
  }

  void cancelledBy(int producer) {
    cancelled[producer] = true;
  }

  /** {@return the deadline that was accepted last, in the order in which all took effect} */
  long deadline() {
    long deadline = firstDeadline;
    for (long move : moves) {
      deadline ^= move;
    }
    return deadline;
  }

  /**
   * {@return how many turns had begun when the last call that was accepted returned} Not the one
   * that gave the last deadline: another may have given an earlier one just before, and have still
   * to link the node again.
   */
  int acceptedIn() {
    return Arrays.stream(lastTurn).max().orElseThrow();
  }

  int timesCancelled() {
    int times = 0;
    for (boolean by : cancelled) {
      times += by ? 1 : 0;
    }
    return times;
  }

  @Override
  public void run() {}

  @Override
  public String toString() {
    return "node " + armedBy + "." + number + " for " + deadline() + " since turn " + acceptedIn();
  }
}
