package io.loomwheel.hangwatch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/** Sees what is logged while something runs: the log of the tests goes to the error stream. */
public final class Logs {
  /** {@return what is logged meanwhile} */
  public static String of(Runnable action) {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    to(log, action);
    return log.toString(UTF_8);
  }

  /** Has the log written to a stream meanwhile. */
  public static void to(OutputStream log, Runnable action) {
    PrintStream err = System.err;
    System.setErr(new PrintStream(log, true, UTF_8));
    try {
      action.run();
    } finally {
      System.setErr(err);
    }
  }

  /** Has the log fail meanwhile. */
  public static void fail(Runnable action) {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int letter) {
            throw new IllegalStateException("no log, on purpose");
          }
        };
    to(broken, action);
  }
}
