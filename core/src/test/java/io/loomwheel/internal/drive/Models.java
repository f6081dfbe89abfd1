package io.loomwheel.internal.drive;

/** How far the models go: a part of the way with each build, all of it with {@code -Pthorough}. */
final class Models {
  private static final boolean THOROUGH = Boolean.getBoolean("loomwheel.thorough");

  /** {@return whether all of it is wanted} */
  static boolean isThorough() {
    return THOROUGH;
  }

  /** {@return how many orders of steps to look at} */
  static int orders(int thorough) {
    return THOROUGH ? thorough : thorough / 6;
  }
}
