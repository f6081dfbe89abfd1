package io.loomwheel.badinput;

import io.reactivex.rxjava4.disposables.Disposable;
import java.util.List;
import java.util.stream.Stream;

/** The tables of this adapter. */
final class Tables {
  static final List<Table<?>> ALL =
      Stream.of(RxJavaRows.tables(), RxJavaOtherRows.tables()).flatMap(List::stream).toList();

  static {
    // A Disposable of RxJava 4 is an AutoCloseable.
    ALL.stream()
        .filter(table -> table.type == Disposable.class)
        .forEach(
            task ->
                task.row("close()").normally(Outcome.neverRuns()).inEachState(Outcome.accepts()));
  }
}
