package io.loomwheel.examples.demo;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A temporary file with a line for each answer: the blocking work of the demo.
 *
 * <p>Thread-safe; {@link #append} blocks its thread, so pipelines call it where blocking is cheap.
 */
final class Journal implements AutoCloseable {
  private final Path file;
  private final OutputStream out;

  private Journal(Path file, OutputStream out) {
    this.file = file;
    this.out = out;
  }

  /** {@return a new and empty journal} */
  static Journal open() throws IOException {
    Path file = Files.createTempFile("loomwheel-demo", ".journal");
    // Not a channel: an interrupt would close that.
    return new Journal(file, new FileOutputStream(file.toFile(), true));
  }

  /** Writes a line; returns when the system has taken it. */
  void append(String line) {
    try {
      out.write((line + '\n').getBytes(StandardCharsets.US_ASCII));
    } catch (IOException refused) {
      throw new UncheckedIOException("can't write to " + file, refused);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
    Files.deleteIfExists(file);
  }
}
