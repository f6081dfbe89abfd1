package io.loomwheel;

/** The clock of the JVM. One object, so that the timer can tell it from clocks that may leap. */
enum SystemClock implements NanoClock {
  INSTANCE;

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }
}
