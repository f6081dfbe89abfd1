package io.loomwheel.reactor.heap;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.reactor.WheelScheduler;
import io.micrometer.context.ContextRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.scheduler.Scheduler;

/**
 * Arms a million one-day timeouts each way and cancels each after a thousand others, as requests
 * under way do. Prints what is done, and ends with 0 if nothing is left on the timer.
 */
final class SmallHeap {
  static final int COUNT = 1_000_000;

  private static final int UNDER_WAY = 1_000;

  /** Enough for a million of them to need four times the heap. */
  private static final int CONTEXT_BYTES = 256;

  private static final ThreadLocal<byte[]> CONTEXT = new ThreadLocal<>();

  private final WheelTimer timer = WheelTimer.create();

  private SmallHeap() {}

  /**
   * {@code scheduler} or {@code factory} says what is between Reactor and the wheel; further words
   * are {@code context}, to have each timeout capture some, and {@code kept}, to cancel none.
   */
  public static void main(String[] args) {
    List<String> words = List.of(args);
    if (words.contains("context")) {
      ContextRegistry.getInstance()
          .registerThreadLocalAccessor("test", CONTEXT::get, CONTEXT::set, CONTEXT::remove);
      Hooks.enableAutomaticContextPropagation();
    }
    new SmallHeap().run(words);
  }

  private void run(List<String> words) {
    Scheduler scheduler = words.contains("factory") ? parallel() : WheelScheduler.on(timer);
    Scheduler.Worker worker = scheduler.createWorker();
    int underWay = words.contains("kept") ? COUNT : UNDER_WAY;
    for (Way way : Way.values()) {
      armAndCancel(way, scheduler, worker, underWay);
      System.out.println(way + ", left on the timer: " + timer.pendingTimeouts());
    }
    Flux.range(0, COUNT).timeout(Duration.ofDays(1), scheduler).blockLast();
    System.out.println("EACH_ELEMENT, left on the timer: " + timer.pendingTimeouts());
    System.exit(timer.pendingTimeouts() == 0 ? 0 : 1);
  }

  private Scheduler parallel() {
    return new WheelFactory(timer).newParallel(2, Executors.defaultThreadFactory());
  }

  private static void armAndCancel(
      Way way, Scheduler scheduler, Scheduler.Worker worker, int underWay) {
    Disposable[] armed = new Disposable[underWay];
    for (int i = 0; i < COUNT; i++) {
      int place = i % underWay;
      if (armed[place] != null) {
        armed[place].dispose();
      }
      CONTEXT.set(new byte[CONTEXT_BYTES]);
      armed[place] = way.arm(scheduler, worker);
    }
    for (Disposable each : armed) {
      each.dispose();
    }
  }
}
