package io.loomwheel.examples.demo;

import java.time.Duration;

/** A way to watch streams. Used by one thread. */
interface Contestant {
  /** {@return what it is called on the command line} */
  String id();

  /** {@return what it is called in the table} */
  String title();

  Library library();

  /** {@return what times it} */
  Clockwork clockwork();

  /** Called before streams are opened: sets what holds for all of the library. */
  void install();

  /** Called when all streams are closed: puts that back. */
  void uninstall();

  /**
   * Opens a stream.
   *
   * @return closes it
   */
  Runnable open(Feeds feeds, int stream, Duration idle, Watched watched);

  /** Whose streams. */
  enum Library {
    /** {@code Flux}. */
    REACTOR("Reactor"),
    /** {@code Flowable}. */
    RXJAVA("RxJava");

    private final String title;

    Library(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  /** What times the timeouts. */
  enum Clockwork {
    /** There are none: what the others are compared with. */
    NONE,
    /** The library's own scheduler. */
    STOCK,
    WHEEL
  }
}
