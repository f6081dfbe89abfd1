package io.loomwheel.pages;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Makes the page of mutants from what PIT wrote. The profile {@code mutation} runs it as a program
 * of one file, with the root of the repository, a module and PIT's result: it brings the module's
 * record up to date, keeps the reasons that stand there, and writes the page from all records.
 */
final class MutationPage {
  static final String PAGE = "docs/evidence/mutation.md";
  static final String RECORDS = "docs/evidence/mutants";

  private static final Set<String> NOTICED =
      Set.of("KILLED", "TIMED_OUT", "MEMORY_ERROR", "RUN_ERROR", "NON_VIABLE");
  private static final String UNKNOWN = "not looked at yet";

  /** How a reason begins that is good until the next run only. */
  private static final String TESTED_SINCE = "a test was written after this run";

  private static final String EQUIVALENT = "equivalent: ";

  /** Mutants of one method that live for one reason. */
  record Alive(String method, String change, int count, String reason) {
    boolean isEquivalent() {
      return reason.startsWith(EQUIVALENT);
    }
  }

  /** A source file, nested classes too. */
  record Mutated(String name, int mutants, List<Alive> alive) {
    String packageName() {
      return name.substring(0, name.lastIndexOf('.'));
    }

    String simpleName() {
      return name.substring(name.lastIndexOf('.') + 1);
    }
  }

  /** What is known of a module; {@code first} is its first score. */
  record Scores(String module, String date, String first, List<Mutated> classes) {}

  public static void main(String[] args) throws Exception {
    Path root = Path.of(args[0]);
    Path module = Path.of(args[1]);
    Path found = Path.of(args[2]);
    if (Files.exists(found)) {
      Path record = root.resolve(RECORDS).resolve(module.getFileName() + ".txt");
      Scores old =
          Files.exists(record)
              ? read(record)
              : new Scores(root.relativize(module).toString(), "", "", List.of());
      Files.createDirectories(record.getParent());
      Files.writeString(record, write(merged(old, found, module.resolve("src/main/java"))));
      Files.writeString(root.resolve(PAGE), page(records(root)));
    }
  }

  static List<Scores> records(Path root) throws IOException {
    List<Scores> records = new ArrayList<>();
    try (Stream<Path> files = Files.list(root.resolve(RECORDS))) {
      for (Path file : files.sorted().toList()) {
        records.add(read(file));
      }
    }
    return records;
  }

  // --- records ---

  private static Scores read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    String[] head = lines.getFirst().split(" \\| ", -1);
    List<Mutated> classes = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      if (line.startsWith("  ")) {
        String[] parts = line.strip().split(" \\| ", -1);
        classes
            .getLast()
            .alive()
            .add(new Alive(parts[0], parts[1], Integer.parseInt(parts[2]), parts[3]));
      } else {
        int space = line.indexOf(' ');
        classes.add(
            new Mutated(
                line.substring(0, space),
                Integer.parseInt(line.substring(space + 1)),
                new ArrayList<>()));
      }
    }
    return new Scores(head[0], head[1], head[2], classes);
  }

  private static String write(Scores record) {
    StringBuilder text = new StringBuilder();
    text.append(String.join(" | ", record.module(), record.date(), record.first())).append('\n');
    for (Mutated mutated : record.classes()) {
      text.append(mutated.name()).append(' ').append(mutated.mutants()).append('\n');
      for (Alive alive : mutated.alive()) {
        text.append("  ")
            .append(
                String.join(
                    " | ", alive.method(), alive.change(), "" + alive.count(), alive.reason()))
            .append('\n');
      }
    }
    return text.toString();
  }

  /** Classes that were not mutated this time keep their lines, if their source is still there. */
  private static Scores merged(Scores old, Path found, Path sources) throws Exception {
    Map<String, Mutated> classes = new TreeMap<>();
    for (Mutated mutated : old.classes()) {
      if (Files.exists(sources.resolve(mutated.name().replace('.', '/') + ".java"))) {
        classes.put(mutated.name(), mutated);
      }
    }
    mutationsOf(found)
        .forEach(
            (name, mutations) ->
                classes.put(
                    name,
                    new Mutated(name, mutations.size(), alive(mutations, classes.get(name)))));
    List<Mutated> now = List.copyOf(classes.values());
    String first = killed(now) + " of " + mutants(now);
    Instant ended = Files.getLastModifiedTime(found).toInstant();
    LocalDate ran = LocalDate.ofInstant(ended, ZoneOffset.UTC);
    return new Scores(
        old.module(), ran.toString(), old.first().isEmpty() ? first : old.first(), now);
  }

  private static Map<String, List<Element>> mutationsOf(Path found) throws Exception {
    NodeList mutations =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(found.toFile())
            .getElementsByTagName("mutation");
    return IntStream.range(0, mutations.getLength())
        .mapToObj(i -> (Element) mutations.item(i))
        .collect(groupingBy(mutation -> text(mutation, "mutatedClass").replaceAll("\\$.*", "")));
  }

  private static List<Alive> alive(List<Element> mutations, Mutated before) {
    Map<List<String>, Long> counts =
        mutations.stream()
            .filter(mutation -> !NOTICED.contains(mutation.getAttribute("status")))
            .collect(
                groupingBy(m -> List.of(methodOf(m), changeOf(m)), LinkedHashMap::new, counting()));
    List<Alive> alive = new ArrayList<>();
    counts.forEach(
        (key, count) -> {
          List<Alive> known =
              before == null
                  ? List.of()
                  : before.alive().stream()
                      .filter(it -> key.equals(List.of(it.method(), it.change())))
                      .toList();
          if (known.size() > 1 && known.stream().mapToInt(Alive::count).sum() == count) {
            alive.addAll(known);
          } else {
            String reason = known.size() == 1 ? known.getFirst().reason() : UNKNOWN;
            reason = reason.startsWith(TESTED_SINCE) ? UNKNOWN : reason;
            alive.add(new Alive(key.get(0), key.get(1), count.intValue(), reason));
          }
        });
    return alive;
  }

  private static String methodOf(Element mutation) {
    String type = text(mutation, "mutatedClass").replaceAll("^[^$]*\\$?", "");
    String method = text(mutation, "mutatedMethod").replaceAll("lambda\\$(.+)\\$\\d+", "$1");
    return (type.isEmpty() ? "" : type.replace('$', '.') + ".") + method;
  }

  private static String changeOf(Element mutation) {
    return text(mutation, "description")
        .replaceAll("(?: value)? for [\\w/$]+::.*", "")
        .replaceAll("removed conditional - replaced (\\w+) check with", "$1 check is always")
        .replaceAll("(?:\\w+/)+", "");
  }

  private static String text(Element mutation, String tag) {
    return mutation.getElementsByTagName(tag).item(0).getTextContent();
  }

  // --- the page ---

  private static int mutants(List<Mutated> classes) {
    return classes.stream().mapToInt(Mutated::mutants).sum();
  }

  private static int alive(List<Mutated> classes, boolean equivalentOnly) {
    return classes.stream()
        .flatMap(mutated -> mutated.alive().stream())
        .filter(alive -> !equivalentOnly || alive.isEquivalent())
        .mapToInt(Alive::count)
        .sum();
  }

  private static int killed(List<Mutated> classes) {
    return mutants(classes) - alive(classes, false);
  }

  static String page(List<Scores> records) {
    StringBuilder page = new StringBuilder(HEAD);
    page.append(
        "\n| module, package | run on | mutants | killed | equivalent | of those that can be");
    page.append(" killed | killed first |\n|---|---|--:|--:|--:|--:|--:|\n");
    for (Scores record : records) {
      page.append(
          row("**" + record.module() + "**", record.date(), record.classes(), record.first()));
      Map<String, List<Mutated>> packages =
          record.classes().stream()
              .collect(groupingBy(Mutated::packageName, TreeMap::new, toList()));
      if (packages.size() > 1) {
        packages.forEach(
            (packageName, classes) -> page.append(row("`" + packageName + "`", "", classes, "")));
      }
    }
    return page.toString();
  }

  private static String row(String what, String date, List<Mutated> classes, String first) {
    int equivalent = alive(classes, true);
    int killable = Math.max(1, mutants(classes) - equivalent);
    return Stream.of(
            what,
            date,
            mutants(classes),
            killed(classes),
            equivalent,
            100 * killed(classes) / killable + " %",
            first)
        .map(Object::toString)
        .collect(joining(" | ", "| ", " |\n"));
  }

  private static final String HEAD =
      """
      # How many mutants live

      PIT changes the code of a published module, one small fault at a time, and runs the tests: a fault that no test
      notices is a mutant that lives. It is no part of `mvn verify`, but is run by hand and before a release, a module at a
      time, which takes minutes:

      ```sh
      mvn -DskipTests install
      mvn -Pmutation -pl recipes test
      ```

      `-Dpit.classes='io.loomwheel.internal.wheel.*'` narrows it to a package or class, `-Dpit.args` takes further options
      of PIT's command line. PIT's own report is `target/pit/index.html`. This page is made by that command from the
      records in `docs/evidence/mutants`, which have a line for each fault that lives; its reason stands there by hand.

      Mutators are PIT's `STRONGER`. Left out are the tests that meet by chance, on the real clock or the heap, and the
      models: each mutant that lives would wait for them. So what only those notice counts as alive here. A mutant that
      makes a test hang counts as killed. A mutant that no test could ever notice is equivalent, and is left out of the
      score of those that can be killed. The numbers are of those classes of a module that have been run so far; its
      record names them.
      """;
}
