package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.WheelNode;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls a list of callbacks to its end: one that throws costs only itself. What was thrown comes at
 * the end, the first with the others suppressed.
 *
 * <p>Thread-safe, without state. Allocates nothing unless a callback throws.
 */
public final class Callbacks {
  /** More are dropped, because a million futures may fail to be cancelled, each with a trace. */
  private static final int MOST_SUPPRESSED = 16;

  private Callbacks() {}

  /** Calls a consumer with each element, then throws the first of what it threw. */
  public static <T> void callEach(Iterable<T> elements, Consumer<? super T> call) {
    Throwable first = null;
    for (T element : elements) {
      try {
        call.accept(element);
      } catch (Throwable thrown) {
        first = add(first, thrown);
      }
    }
    throwIfAny(first);
  }

  /** Takes each step, then throws the first of what they threw. */
  public static void runEach(Runnable... steps) {
    callEach(List.of(steps), Runnable::run);
  }

  /** {@return what was thrown first, with what was thrown now added} */
  public static Throwable add(@Nullable Throwable first, Throwable next) {
    if (first == null) {
      return next;
    }
    if (first != next && !(next instanceof OutOfMemoryError)) { // each allocation may take a GC
      try {
        if (first.getSuppressed().length < MOST_SUPPRESSED) {
          first.addSuppressed(next);
        }
      } catch (Throwable noMemory) {
        // the first one says enough
      }
    }
    return first;
  }

  public static void throwIfAny(@Nullable Throwable first) {
    if (first != null) {
      throw Callbacks.<RuntimeException>asUnchecked(first);
    }
  }

  /** Yields, unless there is no memory to unmount a virtual thread. */
  public static void giveWay() {
    try {
      Thread.yield();
    } catch (Throwable noMemory) {
      Thread.onSpinWait();
    }
  }

  /**
   * Throws a {@link StackOverflowError} unless there is stack for so many calls, at two nanoseconds
   * each: for steps that must not end in the middle.
   */
  public static void requireStack(int calls) {
    WheelNode.keep(descend(calls, 1, 2, 3, 4, 5, 6));
  }

  private static int descend(int calls, int a, int b, int c, int d, int e, int f) {
    return calls == 0 ? a : descend(calls - 1, b, c, d, e, f, a) + a * b + c * d + e * f;
  }

  /** Tells the calling thread's handler of uncaught exceptions; as in the JVM, that can't throw. */
  public static void tellThread(Throwable failure) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    } catch (Throwable ignored) {
      // nobody is left to tell
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // an unchecked cast, to rethrow
  private static <E extends Throwable> E asUnchecked(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
