package io.loomwheel.soak.ledger;

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

  /** Eight bits of {@link Entry#ends} for each. */
  int one() {
    return 1 << (8 * ordinal());
  }

  int of(int ends) {
    return (ends >>> (8 * ordinal())) & 0xff;
  }
}
