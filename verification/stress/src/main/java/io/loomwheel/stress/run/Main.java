package io.loomwheel.stress.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;

/**
 * Runs the cases, then writes the page of all results in the working directory, those of earlier
 * runs too. Fails after that if this run saw a forbidden outcome.
 */
public final class Main {
  private Main() {}

  /**
   * Runs.
   *
   * @param args the page to write, then options of jcstress
   * @throws Exception if the run or the writing fails
   */
  public static void main(String[] args) throws Exception {
    Path page = Path.of(args[0]);
    String[] rest = Arrays.copyOfRange(args, 1, args.length);
    Options options = new Options(rest);
    if (!options.parse()) {
      throw new IllegalArgumentException("not options of jcstress: " + String.join(" ", rest));
    }
    try {
      new JCStress(options).run();
    } finally {
      Files.writeString(page, Page.of(Results.in(Path.of(""))));
    }
  }
}
