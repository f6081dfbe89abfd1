package io.loomwheel.soak.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own, for a soak or for another program. Used by one thread. */
final class Child implements AutoCloseable {
  private static final long BOUND_SECONDS = 120;
  private static final String MAIN = "io.loomwheel.soak.Main";

  private final Path folder;
  private final Process process;

  /** Starts a program. */
  private Child(Path folder, List<String> jvm, String main, List<String> arguments)
      throws IOException {
    this.folder = folder;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvm);
    command.addAll(List.of("-classpath", System.getProperty("java.class.path"), main));
    command.addAll(arguments);
    File output = folder.resolve("output").toFile();
    process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
  }

  /**
   * Starts another program than a soak.
   *
   * @param main the name of its class
   * @param jvm options of the JVM
   * @param arguments of the command line
   */
  static Child of(String main, List<String> jvm, List<String> arguments) throws IOException {
    return new Child(Files.createTempDirectory("soak"), jvm, main, arguments);
  }

  /**
   * Starts a soak.
   *
   * @param jvm options of the JVM
   * @param isShort whether it is to run for less than some seconds
   * @param arguments of the command line, besides where to put the report
   */
  static Child soak(List<String> jvm, boolean isShort, List<String> arguments) throws IOException {
    Path folder = Files.createTempDirectory("soak");
    List<String> options = new ArrayList<>(jvm);
    if (isShort) {
      options.add("-XX:TieredStopAtLevel=1"); // it ends before more compiling would pay
    }
    List<String> all = new ArrayList<>(List.of("--report", folder.toString()));
    all.addAll(arguments);
    return new Child(folder, options, MAIN, all);
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

  /** {@return whether it has said that its load is on} */
  boolean isUnderWay() {
    return output().contains("playing");
  }

  /** Waits for its end; {@return its exit code} */
  int end() throws InterruptedException {
    return process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS) ? process.exitValue() : -1;
  }

  /** {@return the report of a soak, after its end} */
  JsonNode report() throws IOException {
    return new JsonMapper().readTree(folder.resolve("soak.json").toFile());
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
