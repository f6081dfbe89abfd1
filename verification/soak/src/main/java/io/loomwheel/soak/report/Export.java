package io.loomwheel.soak.report;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loomwheel.soak.ledger.Balance;
import io.loomwheel.soak.load.Played;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a report for machines and for people to read. Stateless. */
public final class Export {
  private Export() {}

  /**
   * Writes {@code soak.json} and {@code soak.md}.
   *
   * @param folder is made if need be
   */
  public static void write(Report report, Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("soak.md"), Page.of(report));
    Files.writeString(
        folder.resolve("soak.json"),
        new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(fields(report)));
  }

  private static Map<String, Object> fields(Report report) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("begun", report.begun().toString());
    fields.put("options", report.options());
    fields.put("machine", report.machine());
    fields.put("seconds", report.seconds());
    fields.put("wrong", report.wrong());
    fields.put("total", fields(report.total()));
    fields.put("fired", report.fired());
    fields.put("inOrder", report.inOrder());
    fields.put("lateMillis", report.lateMillis());
    fields.put("heap", report.heap());
    fields.put("threadsAtStart", report.threadsAtStart());
    fields.put("threadsBeyond", report.threadsBeyond());
    fields.put("rounds", report.rounds().stream().map(Export::fields).toList());
    return fields;
  }

  private static Map<String, Object> fields(Played round) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("fault", round.fault());
    fields.put("timers", round.waves());
    fields.put("seconds", round.took().toMillis() / 1e3);
    fields.put("balance", fields(round.balance()));
    fields.put("refused", round.refusals());
    fields.put("thrown", round.thrown());
    fields.put("lateMillis", round.late().toMillis());
    fields.put("figures", round.figures());
    fields.put("wrong", round.wrong());
    return fields;
  }

  private static Map<String, Long> fields(Balance sum) {
    Map<String, Long> fields = new LinkedHashMap<>();
    fields.put("asked", sum.asked());
    fields.put("fired", sum.fired());
    fields.put("cancelled", sum.cancelled());
    fields.put("returned", sum.returned());
    fields.put("rejected", sum.rejected());
    fields.put("difference", sum.difference());
    fields.put("lost", sum.lost());
    fields.put("twice", sum.twice());
    fields.put("early", sum.early());
    fields.put("excused", sum.excused());
    return fields;
  }
}
