package io.loomwheel.badinput;

import java.util.List;
import java.util.stream.Stream;

/** All tables. */
final class Tables {
  static final List<Table<?>> ALL =
      Stream.of(
              TimerRows.tables(),
              NettyRows.tables(),
              BuilderRows.tables(),
              ClockRows.tables(),
              DispatchRows.tables(),
              RecipeRows.tables(),
              RetryRows.tables(),
              PurgatoryRows.tables(),
              ExecutorRows.tables(),
              LoomRows.tables(),
              TimeoutsRows.tables(),
              ReactorRows.tables(),
              ReactorOtherRows.tables(),
              RxJavaRows.tables(),
              RxJavaOtherRows.tables())
          .flatMap(List::stream)
          .toList();
}
