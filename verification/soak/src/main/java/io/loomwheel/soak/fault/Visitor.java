package io.loomwheel.soak.fault;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.SerialExecutor;
import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.rxjava.WheelScheduler;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import reactor.core.publisher.Flux;

/** Uses each part of the library once; loaded by class loaders that are to be collected. */
public final class Visitor implements Runnable {
  public Visitor() {}

  @Override
  public void run() {
    CountDownLatch ran = new CountDownLatch(6);
    io.loomwheel.reactor.WheelScheduler reactor = io.loomwheel.reactor.WheelScheduler.create();
    WheelScheduler rx = WheelScheduler.create();
    try (WheelTimer timer = WheelTimer.create();
        WheelExecutorService executor = WheelExecutorService.on(timer);
        VirtualThreadExecutor threads = VirtualThreadExecutor.create()) {
      timer.schedule(ran::countDown, Duration.ofMillis(1));
      timer.schedule(() -> {}, Duration.ofHours(1)).cancel();
      var unused = executor.schedule(ran::countDown, 1, MILLISECONDS);
      threads.execute(() -> new SerialExecutor(threads).execute(ran::countDown));
      reactor.schedule(ran::countDown, 1, MILLISECONDS);
      rx.createWorker().schedule(ran::countDown, 1, MILLISECONDS);
      Flux.interval(Duration.ofMillis(1), reactor).take(1).subscribe(tick -> ran.countDown());
      timer.newTimeout(timeout -> {}, 1, HOURS);
      WheelTimer.shared().newTimeout(timeout -> {}, 1, HOURS);
      ran.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      reactor.dispose();
      reactor.disposeGracefully().block(); // its end still loads classes
      rx.shutdown();
      WheelTimer.shutdownShared();
    }
  }
}
