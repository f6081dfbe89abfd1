package io.loomwheel.soak.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loomwheel.soak.ledger.Balance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A long run in pieces: what several reports say, added up. Immutable. */
public final class Pieces {
  private final List<Piece> all;

  private Pieces(List<Piece> all) {
    this.all = List.copyOf(all);
  }

  /**
   * Reads what {@link Export} has written.
   *
   * @param files each a {@code soak.json}
   * @throws IOException if one isn't
   */
  public static Pieces of(List<Path> files) throws IOException {
    List<Piece> read = new ArrayList<>();
    for (Path file : files) {
      read.add(Piece.of(file));
    }
    read.sort(Comparator.comparing(Piece::begun));
    return new Pieces(read);
  }

  Balance total() {
    return all.stream().map(Piece::balance).reduce(Balance.ZERO, Balance::plus);
  }

  /** {@return whether nothing was off in any} */
  public boolean isZero() {
    return all.stream().allMatch(piece -> piece.off() == 0 && piece.balance().isZero());
  }

  /** {@return a table in Markdown, with a row for each and one for the sum} */
  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder(
            "| begun | options | seconds | timers | asked | fired | cancelled | returned | rejected"
                + " | lost | twice | early | off |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (Piece piece : all) {
      text.append(
          row(piece.begun, piece.options, piece.seconds, piece.waves, piece.balance, piece.off));
    }
    double seconds = all.stream().mapToDouble(Piece::seconds).sum();
    long waves = all.stream().mapToLong(Piece::waves).sum();
    long off = all.stream().mapToLong(Piece::off).sum();
    return text.append(row(all.size() + " pieces", "", seconds, waves, total(), off)).toString();
  }

  private static String row(
      String begun, String options, double seconds, long waves, Balance sum, long off) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %,.0f | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %,d |%n",
        begun,
        options.isEmpty() ? "" : "`" + options + "`",
        seconds,
        waves,
        sum.asked(),
        sum.fired(),
        sum.cancelled(),
        sum.returned(),
        sum.rejected(),
        sum.lost(),
        sum.twice(),
        sum.early(),
        off);
  }

  /**
   * One run.
   *
   * @param waves how many timers it made
   * @param off how much was not as it should be
   */
  private record Piece(
      String begun, String options, double seconds, long waves, Balance balance, long off) {
    private static Piece of(Path file) throws IOException {
      JsonNode report = new JsonMapper().readTree(file.toFile());
      if (!report.path("total").has("asked")) {
        throw new IOException(file + ", which has no total");
      }
      long waves = 0;
      for (JsonNode round : report.get("rounds")) {
        waves += round.get("timers").asLong();
      }
      return new Piece(
          report.get("begun").asText(),
          report.get("options").asText(),
          report.get("seconds").asDouble(),
          waves,
          balance(report.get("total")),
          report.get("wrong").size());
    }

    private static Balance balance(JsonNode total) {
      return new Balance(
          total.get("asked").asLong(),
          total.get("fired").asLong(),
          total.get("cancelled").asLong(),
          total.get("returned").asLong(),
          total.get("rejected").asLong(),
          total.get("lost").asLong(),
          total.get("twice").asLong(),
          total.get("early").asLong(),
          total.get("excused").asLong());
    }
  }
}
