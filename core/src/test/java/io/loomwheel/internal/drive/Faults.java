package io.loomwheel.internal.drive;

/**
 * Throws an Error at one place of a call. {@link FaultLoader} puts the places into the code. Used
 * by one thread.
 */
public final class Faults {
  /** An Error that no test throws by itself. */
  private static final class Fault extends VirtualMachineError {
    private static final long serialVersionUID = 1;
  }

  /** How many places are still to be passed; the fault comes at the last. 0 means no fault. */
  private static int left;

  /**
   * Runs a call with a fault at one place.
   *
   * @return whether the call has come to that place
   */
  static boolean run(int at, Runnable call) {
    left = at;
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

  /** Called by the code under test, before each call and each allocation. */
  public static void point() {
    if (left > 0 && --left == 0) {
      throw new Fault();
    }
  }
}
