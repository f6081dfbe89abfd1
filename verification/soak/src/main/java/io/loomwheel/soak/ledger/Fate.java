package io.loomwheel.soak.ledger;

import org.jspecify.annotations.Nullable;

/** How a timer ends. */
public @SuppressWarnings("EnumOrdinal") // a place in a word, nowhere kept
enum Fate {
  /** Its task was called. */
  FIRED,
  /** Its cancel said so, or was asked for and the task never began. */
  CANCELLED,
  /** A stop handed it back. */
  RETURNED,
  /** It was never accepted. */
  REJECTED;

  private static final Fate[] ALL = values();

  /** Eight bits of {@link Entry#ends} for each. */
  int one() {
    return 1 << (8 * ordinal());
  }

  /** {@return so many zeros as there are fates, to count them by their index} */
  static long[] zeros() {
    return new long[ALL.length];
  }

  /** {@return from 0} */
  int place() {
    return ordinal();
  }

  /** {@return the one that was come to once, or null if it was none, another one, or twice} */
  static @Nullable Fate only(int ends) {
    for (Fate fate : ALL) {
      if (ends == fate.one()) {
        return fate;
      }
    }
    return null;
  }

  int of(int ends) {
    return (ends >>> (8 * ordinal())) & 0xff;
  }
}
