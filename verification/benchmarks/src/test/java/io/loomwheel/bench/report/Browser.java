package io.loomwheel.bench.report;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A Chromium without a window. Used by one thread.
 *
 * @param program to be run
 * @param directory for its profile and what it says
 */
record Browser(Path program, Path directory) {
  static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
  private static final long PATIENCE_SECONDS = 60;

  /** What is left of a page once it was rendered, and what was logged to the console meanwhile. */
  record Seen(String dom, List<String> console) {}

  /** {@return the first that is on the path} */
  static Optional<Browser> find(Path directory) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return NAMES.stream()
        .flatMap(name -> onPath(path, name))
        .findFirst()
        .map(program -> new Browser(program, directory));
  }

  private static Stream<Path> onPath(String path, String name) {
    return Arrays.stream(path.split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable);
  }

  Seen open(Path page) throws IOException, InterruptedException {
    Path dom = directory.resolve("dom");
    Path log = directory.resolve("log");
    List<String> command = new ArrayList<>(List.of(program.toString(), "--headless=new"));
    command.addAll(List.of("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"));
    command.addAll(List.of("--no-first-run", "--disable-extensions", "--window-size=1280,900"));
    command.addAll(List.of("--enable-logging=stderr", "--log-level=0", "--dump-dom"));
    command.add("--user-data-dir=" + directory.resolve("profile"));
    command.add(page.toUri().toString());
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(dom.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(program + " is stuck: " + Files.readString(log));
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    List<String> console = Files.readAllLines(log).stream().filter(Browser::isConsole).toList();
    return new Seen(Files.readString(dom), console);
  }

  private static boolean isConsole(String line) {
    return line.contains(":CONSOLE");
  }
}
