package io.loomwheel.internal.drive;

/**
 * Throws an Error at one place of a call. {@link FaultLoader} puts the places into the code. Used
 * by one thread.
 */
public final class Faults {
  /** An Error that no test throws by itself. */
  private static final class Fault extends OutOfMemoryError {
    private static final long serialVersionUID = 1;
  }

  /** How many places are still to be passed; the fault comes at the last. 0 means no fault. */
  private static int left;

  /** Whether the fault came at an allocation. */
  private static boolean ofMemory;

  /** Whether only allocations are places. */
  private static boolean onlyMemory;

  /**
   * Runs a call with a fault at one place.
   *
   * @return whether the call has come to that place
   */
  static boolean run(int at, Runnable call) {
    return run(at, false, call);
  }

  /** As {@link #run}, at an allocation: the first, the second and so on. */
  public static boolean withoutMemory(int at, Runnable call) {
    return run(at, true, call);
  }

  private static boolean run(int at, boolean memory, Runnable call) {
    left = at;
    ofMemory = false;
    onlyMemory = memory;
    try {
      call.run();
      return left == 0;
    } catch (Throwable thrown) {
      if (!isFault(thrown)) {
        throw thrown;
      }
      return true;
    } finally {
      left = 0;
    }
  }

  private static boolean isFault(Throwable thrown) {
    return thrown instanceof Fault || thrown.getCause() instanceof Fault;
  }

  /** {@return whether the last fault was one of memory} */
  static boolean isOfMemory() {
    return ofMemory;
  }

  /** Called by the code under test, at each allocation. */
  public static void memory() {
    ofMemory |= left == 1;
    pass();
  }

  /** Called by the code under test, before each call. */
  public static void point() {
    if (!onlyMemory) {
      pass();
    }
  }

  private static void pass() {
    if (left > 0 && --left == 0) {
      throw new Fault();
    }
  }
}
