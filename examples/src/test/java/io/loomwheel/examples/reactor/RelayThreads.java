package io.loomwheel.examples.reactor;

/** Tells the threads of a relay from others. */
final class RelayThreads {
  private RelayThreads() {}

  /** {@return whether it is virtual or, as on a busy machine, one that rescues tasks} */
  static boolean has(Thread thread) {
    return thread.isVirtual() || thread.getName().equals("loomwheel-rescue");
  }
}
