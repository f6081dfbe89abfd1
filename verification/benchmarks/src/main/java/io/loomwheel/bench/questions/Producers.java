package io.loomwheel.bench.questions;

/**
 * The threads that arm and cancel. Immutable.
 *
 * @param count how many
 * @param virtual whether they are virtual ones, which have to yield to each other
 */
record Producers(int count, boolean virtual) {
  @Override
  public String toString() {
    return count + (virtual ? " virtual" : "") + " producer(s)";
  }
}
