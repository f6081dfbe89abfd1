package io.loomwheel.loom.model;

/** What two threads do operations on, and how it looks in the end. */
public interface World {
  /** Does an operation. {@return its result} */
  String perform(char operation);

  /** Ends all that is left. {@return what came of it} For one thread, after the others. */
  String end();
}
