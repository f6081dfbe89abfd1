package io.loomwheel.bench.questions;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.Callable;

/**
 * Keeps back what a library prints, which would end up between the tables. The JVM's own warning of
 * libraries that use {@code Unsafe} isn't kept back. Stateless; used while no other thread prints.
 */
final class Muted {
  private Muted() {}

  /** {@return what the library returns} */
  static <T> T call(Callable<T> library) throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    System.setOut(nowhere);
    System.setErr(nowhere);
    try {
      return library.call();
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
