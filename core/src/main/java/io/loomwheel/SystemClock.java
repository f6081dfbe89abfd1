package io.loomwheel;

/** The clock of the JVM, one object, so that it can be told from those that may leap. */
enum SystemClock implements NanoClock {
  INSTANCE;

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }
}
