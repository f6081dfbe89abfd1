package io.loomwheel.bench.questions;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/**
 * Keeps back what a library prints, which would end up between the tables and the progress bar. The
 * JVM's own warning of libraries that use {@code Unsafe} isn't kept back. Used by one thread, while
 * no other prints.
 */
final class Muted {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream print = new PrintStream(said, true, StandardCharsets.UTF_8);

  /** {@return what the library returns} */
  <T> T call(Callable<T> library) throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    System.setOut(print);
    System.setErr(print);
    try {
      return library.call();
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  /** {@return where the library may be told to print} */
  PrintStream print() {
    return print;
  }

  /** {@return all that was printed} */
  String said() {
    return said.toString(StandardCharsets.UTF_8);
  }
}
