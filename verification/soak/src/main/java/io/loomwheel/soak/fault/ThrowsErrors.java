package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Planned;
import io.loomwheel.soak.load.TestBed;

/** Tasks that throw errors: those of the JVM, and real overflows of the stack. */
final class ThrowsErrors implements Fault {
  @Override
  public String name() {
    return "errors";
  }

  @Override
  public void inTask(TestBed bed, int submitter) {
    if (Chance.oneIn(200)) {
      deeper(0);
    }
    switch (Chance.below(20)) {
      case 0 -> throw new OutOfMemoryError(Planned.MARK);
      case 1 -> throw new AssertionError(Planned.MARK);
      case 2 -> throw new NoClassDefFoundError(Planned.MARK);
      case 3 -> throw new InternalError(Planned.MARK);
      default -> {}
    }
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private static int deeper(int depth) {
    return deeper(depth + 1) + 1;
  }
}
