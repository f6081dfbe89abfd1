package io.loomwheel.bench.questions;

/** The threads that arm and cancel. Immutable. */
record Producers(int count, boolean virtual) {
  @Override
  public String toString() {
    return count + (virtual ? " virtual" : "") + " producer(s)";
  }
}
