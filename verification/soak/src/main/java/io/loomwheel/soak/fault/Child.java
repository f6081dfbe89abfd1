package io.loomwheel.soak.fault;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program in a JVM of its own. Used by one thread. */
final class Child implements AutoCloseable {
  private static final long BOUND_SECONDS = 120;

  private final Path folder;
  private final Process process;

  private Child(String main, List<String> jvm, List<String> arguments) throws IOException {
    folder = Files.createTempDirectory("soak");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvm);
    command.addAll(List.of("-classpath", System.getProperty("java.class.path"), main));
    command.addAll(arguments);
    File output = folder.resolve("output").toFile();
    process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
  }

  /** Starts a program. */
  static Child of(String main, List<String> jvm, List<String> arguments) throws IOException {
    return new Child(main, jvm, arguments);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Sends a signal; {@return whether this machine can do so} */
  boolean signal(String name) throws InterruptedException {
    try {
      ProcessBuilder kill =
          new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD);
      return kill.start().waitFor() == 0;
    } catch (IOException noShell) {
      return false;
    }
  }

  /** Waits for its end; {@return its exit code} */
  int end() throws InterruptedException {
    return process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS) ? process.exitValue() : -1;
  }

  String output() {
    try {
      return Files.readString(folder.resolve("output"));
    } catch (IOException e) {
      return "no output: " + e;
    }
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
