package io.loomwheel.internal.drive;

import java.util.ArrayList;
import java.util.List;

/** What {@link SharedShard} promises, for one thread. */
public class NodesInTurn {
  private final List<Integer> armed = new ArrayList<>();
  private boolean closed;

  public boolean armFirst() {
    return arm(1);
  }

  public boolean armSecond() {
    return arm(2);
  }

  public boolean armThird() {
    return arm(3);
  }

  private boolean arm(int number) {
    if (!closed) {
      armed.add(number);
    }
    return !closed;
  }

  public int turn() {
    int digits = armed.stream().reduce(0, (all, digit) -> all * 10 + digit);
    armed.clear();
    return digits;
  }

  public void refuse() {
    closed = true;
  }

  public int close() {
    int sum = armed.stream().mapToInt(NodesInTurn::place).sum();
    armed.clear();
    return sum;
  }

  static int place(int number) {
    return (int) Math.pow(10, number);
  }
}
