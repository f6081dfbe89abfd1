package io.loomwheel.examples.demo;

/** Says how far a match is. For one thread. */
interface Progress extends AutoCloseable {
  void round(String name);

  void turn(String name);

  void done();

  @Override
  void close();
}
