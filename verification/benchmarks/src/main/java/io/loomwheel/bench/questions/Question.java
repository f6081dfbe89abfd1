package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import java.util.List;

/** Something to ask of timers. Stateless. */
@FunctionalInterface
interface Question {
  /** {@return the contests that answer it, in the given sizes} */
  List<Contest> contests(Sizes sizes);
}
