package io.loomwheel.badinput;

import static io.loomwheel.badinput.Outcome.accepts;
import static io.loomwheel.badinput.Outcome.illegal;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** {@code invokeAny} and {@code invokeAll}, which our executors have alike. */
final class InvokeRows {
  private static final List<Callable<String>> TASKS = List.of(() -> "done");

  static <T extends ExecutorService> void addTo(
      Table<T> table, Outcome good, Consumer<Row<T>> refusing) {
    for (String limit : List.of("", ", long timeout, TimeUnit unit")) {
      Row<T> any = table.row("invokeAny(Collection tasks" + limit + ")");
      any.with("tasks", world -> TASKS)
          .normally(good)
          .given("tasks", "empty", world -> List.of(), illegal("tasks must not be empty"));
      Row<T> all = table.row("invokeAll(Collection tasks" + limit + ")");
      all.with("tasks", world -> TASKS)
          .normally(good)
          .given("tasks", "empty", world -> List.of(), accepts());
      if (!limit.isEmpty()) {
        any.with("timeout", world -> Long.MAX_VALUE).when("timeout", timesOut(), good);
        all.with("timeout", world -> Long.MAX_VALUE).when("timeout", accepts(), good);
      }
      refusing.accept(any);
      refusing.accept(all);
    }
  }

  /** A task may have ended before its executor asks how much time is left. */
  private static Outcome timesOut() {
    return new Outcome(
        "times out, unless a task has ended by then",
        call -> {
          if (call.thrown() == null) {
            assertThat(call.result()).isEqualTo("done");
          } else {
            assertThat(call.thrown()).isInstanceOf(TimeoutException.class);
          }
        });
  }
}
