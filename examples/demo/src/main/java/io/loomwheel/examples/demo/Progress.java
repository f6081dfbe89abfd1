package io.loomwheel.examples.demo;

/** Says how far a match is. For one thread. */
interface Progress extends AutoCloseable {
  /** A round begins. */
  void round(String name);

  /** A turn begins. */
  void turn(String name);

  /** A turn is over. */
  void done();

  @Override
  void close();
}
