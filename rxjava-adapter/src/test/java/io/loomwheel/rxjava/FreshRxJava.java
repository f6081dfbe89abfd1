package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.HOURS;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;

/** What an application sees that installs before anything else; loaded by a class loader alone. */
public final class FreshRxJava implements Callable<List<String>> {
  /** For the class loader. */
  public FreshRxJava() {}

  @Override
  public List<String> call() throws Exception {
    List<String> seen = new ArrayList<>();
    ManualClock clock = new ManualClock();
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    WheelPlugins.install(timer);
    RxJavaPlugins.setInitComputationSchedulerHandler(
        supplier -> {
          seen.add("init handler asked");
          return supplier.get();
        });
    BlockingQueue<Runnable> executed = new LinkedBlockingQueue<>();
    Schedulers.from(executed::add).scheduleDirect(() -> seen.add("task of an executor"), 1, HOURS);
    seen.add("pending: " + timer.pendingTimeouts());
    clock.advance(Duration.ofHours(1));
    executed.take().run();
    Schedulers.shutdown();
    return seen;
  }
}
