package io.loomwheel.bench.timers;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.charts.Role;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** A timer that may be made, unless this JVM has none such. Immutable. */
public record Kind(String name, Role role, Supplier<? extends BenchmarkTimer> make) {
  /** {@return an entrant that says when it is opened if the timer can't be made} */
  public Entrant entrant(Callable<? extends Contestant> opener) {
    return new Entrant(
        name,
        role,
        () -> {
          make.get().close();
          return opener.call();
        });
  }
}
