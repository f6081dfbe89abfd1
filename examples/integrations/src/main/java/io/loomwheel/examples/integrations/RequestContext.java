package io.loomwheel.examples.integrations;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.reactor.WheelScheduler;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextScheduledExecutorService;
import io.micrometer.context.ContextSnapshotFactory;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.MDC;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;

/** The MDC of a request, taken along by what waits on a wheel. */
public final class RequestContext {
  /** The key of the MDC that holds the number of the request. */
  static final String REQUEST = "request";

  /** Takes what the registry knows, and clears what the thread that submits has not set. */
  private static final ContextSnapshotFactory SNAPSHOTS =
      ContextSnapshotFactory.builder().clearMissing(true).build();

  /** Tells Micrometer's library of the one key, and Reactor to take it along by itself. */
  static void install() {
    ContextRegistry.getInstance()
        .registerThreadLocalAccessor(
            REQUEST,
            () -> MDC.get(REQUEST),
            number -> MDC.put(REQUEST, number),
            () -> MDC.remove(REQUEST));
    Hooks.enableAutomaticContextPropagation();
    RxJavaPlugins.setScheduleHandler(task -> SNAPSHOTS.captureAll().wrap(task));
  }

  /** Undoes {@link #install}. */
  static void uninstall() {
    RxJavaPlugins.setScheduleHandler(null);
    Hooks.disableAutomaticContextPropagation();
    ContextRegistry.getInstance().removeThreadLocalAccessor(REQUEST);
  }

  /** {@return an executor whose tasks see what the thread that submits them sees} */
  static ScheduledExecutorService taking(ScheduledExecutorService wheel) {
    return ContextScheduledExecutorService.wrap(wheel, SNAPSHOTS);
  }

  /** {@return a task that sees what the calling thread sees, for the timer itself} */
  static Runnable taking(Runnable task) {
    return SNAPSHOTS.captureAll().wrap(task);
  }

  /** Waits on a wheel by an executor, by the timer, by Reactor. */
  public static void main(String[] args) throws Exception {
    install();
    MDC.put(REQUEST, "4711");
    Duration soon = Duration.ofMillis(50);
    try (WheelTimer timer = WheelTimer.create();
        WheelExecutorService wheel = WheelExecutorService.on(timer)) {
      System.out.println(
          taking(wheel).schedule(() -> MDC.get(REQUEST), 50, TimeUnit.MILLISECONDS).get());
      timer.schedule(taking(() -> System.out.println(MDC.get(REQUEST))), soon);
      System.out.println(
          Mono.delay(soon, WheelScheduler.on(timer)).map(zero -> MDC.get(REQUEST)).block());
    } finally {
      MDC.remove(REQUEST);
      uninstall();
    }
  }
}
