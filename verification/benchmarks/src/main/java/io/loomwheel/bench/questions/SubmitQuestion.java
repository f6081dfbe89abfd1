package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.Submitter;
import io.loomwheel.bench.timers.Submitters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;

/**
 * Tasks that have to be done within half a minute, and are at once. One thread submits a thousand,
 * and then waits for all of them, over and over.
 */
final class SubmitQuestion implements Question {
  private static final int OUTSTANDING = 1_000;

  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(
        contest("a thread each", Submitters.onAThreadEach()),
        contest("shared threads", Submitters.onSharedThreads()));
  }

  private static Contest contest(String where, List<Submitters.Kind> kinds) {
    List<Entrant> entrants = new ArrayList<>();
    for (Submitters.Kind kind : kinds) {
      entrants.add(new Entrant(kind.name(), kind.role(), () -> new Submissions(kind.make().get())));
    }
    return new Contest("submit", where, "submit + get", false, entrants);
  }

  private record Submissions(Submitter submitter) implements Contestant {
    @Override
    public Round round(long lengthNanos) throws Exception {
      List<Future<Integer>> futures = new ArrayList<>(OUTSTANDING);
      long ops = 0;
      long sum = 0;
      Meter meter = Meter.start();
      do {
        futures.clear();
        for (int i = 0; i < OUTSTANDING; i++) {
          int number = i;
          futures.add(submitter.submit(() -> number));
        }
        for (Future<Integer> future : futures) {
          sum += future.get();
        }
        ops += OUTSTANDING;
      } while (System.nanoTime() - meter.startNanos() < lengthNanos);
      if (sum != ops * (OUTSTANDING - 1) / 2) {
        throw new IllegalStateException("wrong sum: " + sum);
      }
      return meter.stop(ops, 1);
    }

    @Override
    public void close() {
      submitter.close();
    }
  }
}
