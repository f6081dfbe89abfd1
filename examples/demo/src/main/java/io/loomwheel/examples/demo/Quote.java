package io.loomwheel.examples.demo;

/**
 * An element of a stream. Immutable.
 *
 * @param stream from 0
 */
record Quote(int stream, int cents) {
  /** How many bytes it takes on the wire: two numbers. */
  static final int BYTES = 2 * Integer.BYTES;
}
