package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Moves the default delays of one library onto a timer, for all application contexts of the JVM
 * that ask for it. The timer of the first context carries the delays until the last context has
 * closed. So a context that closes, a child or one that a test has cached, takes no delay from the
 * others.
 *
 * <p>Thread-safe: the state of all libraries is guarded by the class.
 */
final class DefaultDelays {
  private static final List<DefaultDelays> LIBRARIES = new CopyOnWriteArrayList<>();

  /** What ends the timers of closed contexts that still carry delays. */
  private static final IdentityHashMap<WheelTimer, Runnable> ENDS = new IdentityHashMap<>();

  private final Consumer<WheelTimer> install;
  private final BooleanSupplier isInstalled;
  private final Runnable uninstall;

  /** The timer of each context that has asked, in that order. */
  private final List<WheelTimer> timers = new ArrayList<>();

  private @Nullable WheelTimer carrier;

  /**
   * Knows one library. {@code isInstalled} says whether what was installed is still in place; if
   * the application has put something else there, that is neither replaced nor undone.
   */
  DefaultDelays(Consumer<WheelTimer> install, BooleanSupplier isInstalled, Runnable uninstall) {
    this.install = install;
    this.isInstalled = isInstalled;
    this.uninstall = uninstall;
    LIBRARIES.add(this);
  }

  /** The bean by which a context has its delays on a timer until it closes. */
  interface Use extends DisposableBean {}

  /**
   * Moves the delays onto the timer, unless that of another context carries them. {@return what
   * undoes that; the last one restores what the library had}
   *
   * @param made by the starter: it goes on after its context, as long as it carries delays
   */
  Use begin(WheelTimer timer, ObjectProvider<ContextTimer> made) {
    ContextTimer ours = made.getIfAvailable();
    boolean outlives = ours != null && ours.timer() == timer;
    synchronized (DefaultDelays.class) {
      if (carrier == null) {
        install.accept(timer);
        carrier = timer;
      }
      timers.add(timer);
    }
    return () -> end(timer, outlives);
  }

  private void end(WheelTimer timer, boolean outlives) {
    try {
      leave(timer, outlives);
    } finally {
      freed().forEach(Runnable::run);
    }
  }

  private void leave(WheelTimer timer, boolean outlives) {
    synchronized (DefaultDelays.class) {
      timers.remove(timer);
      if (timers.isEmpty()) {
        carrier = null;
        ifInstalled(uninstall);
      } else if (carrier == timer && !outlives && !timers.contains(timer)) {
        ifInstalled(() -> install.accept(timers.getFirst()));
        carrier = timers.getFirst();
      }
    }
  }

  private void ifInstalled(Runnable change) {
    if (isInstalled.getAsBoolean()) {
      change.run();
    }
  }

  private static boolean carries(WheelTimer timer) {
    return LIBRARIES.stream().anyMatch(library -> library.carrier == timer);
  }

  /** Takes what ends the timers that carry nothing any more. */
  private static List<Runnable> freed() {
    synchronized (DefaultDelays.class) {
      List<Runnable> ends = new ArrayList<>();
      ENDS.forEach(
          (timer, end) -> {
            if (!carries(timer)) {
              ends.add(end);
            }
          });
      ENDS.values().removeAll(ends);
      return ends;
    }
  }

  /** Ends a timer: at once if it carries no delays, otherwise when it has carried the last one. */
  static void whenFree(WheelTimer timer, Runnable end) {
    synchronized (DefaultDelays.class) {
      if (carries(timer)) {
        ENDS.put(timer, end);
        return;
      }
    }
    end.run();
  }
}
