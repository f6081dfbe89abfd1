package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import io.loomwheel.spring.LoomwheelProperties.TimerProperties;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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
  /** What carries the delays of each library that a context has asked for. */
  private static final Map<DefaultDelays, WheelTimer> CARRIERS = new HashMap<>();

  /** The timers of closed contexts that still carry delays. Any thread adds to it. */
  private static final Set<ContextTimer> CLOSED = ConcurrentHashMap.newKeySet();

  private final Consumer<WheelTimer> install;
  private final BooleanSupplier isInstalled;
  private final Runnable uninstall;

  /** The timer of each context that has asked, in that order. */
  private final List<WheelTimer> timers = new ArrayList<>();

  /**
   * Knows one library. {@code isInstalled} says whether what was installed is still in place; if
   * the application has put something else there, that is neither replaced nor undone.
   */
  DefaultDelays(Consumer<WheelTimer> install, BooleanSupplier isInstalled, Runnable uninstall) {
    this.install = install;
    this.isInstalled = isInstalled;
    this.uninstall = uninstall;
  }

  /** The timer that the starter makes for a context, or the shared timer, which is left running. */
  record ContextTimer(TimerProperties properties, WheelTimer timer) implements DisposableBean {
    /** Stops the timer: at once if it carries no delays, otherwise when it has carried the last. */
    @Override
    public void destroy() {
      if (!properties.shared()) {
        CLOSED.add(this);
        stopWhatIsFree();
      }
    }
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
      if (!CARRIERS.containsKey(this)) {
        install.accept(timer);
        CARRIERS.put(this, timer);
      }
      timers.add(timer);
    }
    return () -> end(timer, outlives);
  }

  private void end(WheelTimer timer, boolean outlives) {
    try {
      synchronized (DefaultDelays.class) {
        timers.remove(timer);
        if (timers.isEmpty()) {
          ifInstalled(uninstall);
          CARRIERS.remove(this); // last: if the library can't be changed any more, it carries on
        } else if (CARRIERS.get(this) == timer && !outlives && !timers.contains(timer)) {
          ifInstalled(() -> install.accept(timers.getFirst()));
          CARRIERS.put(this, timers.getFirst());
        }
      }
    } finally {
      stopWhatIsFree();
    }
  }

  private void ifInstalled(Runnable change) {
    if (isInstalled.getAsBoolean()) {
      change.run();
    }
  }

  private static void stopWhatIsFree() {
    List<ContextTimer> free = new ArrayList<>();
    synchronized (DefaultDelays.class) {
      CLOSED.removeIf(it -> !CARRIERS.containsValue(it.timer) && free.add(it));
    }
    free.forEach(it -> it.timer.stop(it.properties.stopWait()));
  }
}
