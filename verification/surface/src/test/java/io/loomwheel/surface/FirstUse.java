package io.loomwheel.surface;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import io.loomwheel.loom.SerialExecutor;
import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.netty.NettyWheelTimer;
import java.util.concurrent.CountDownLatch;
import reactor.core.scheduler.Scheduler;

/** Builds what an application builds, and uses it for the first time then. */
final class FirstUse {
  public static void main(String[] args) throws Exception {
    WheelTimer timer = WheelTimer.builder().build();
    WheelExecutorService executor = WheelExecutorService.on(timer);
    VirtualThreadExecutor threads = VirtualThreadExecutor.builder().maxRunning(1, 9).build();
    SerialExecutor serial = new SerialExecutor(threads);
    Scheduler reactor = io.loomwheel.reactor.WheelScheduler.on(timer);
    io.reactivex.rxjava3.core.Scheduler rxjava = io.loomwheel.rxjava.WheelScheduler.on(timer);
    NettyWheelTimer netty = NettyWheelTimer.on(timer);
    CountDownLatch ran = new CountDownLatch(8);
    System.out.println("built");
    Timeout timeout = timer.newTimeout(any -> {}, 1, HOURS);
    timeout.reschedule(2, HOURS);
    timeout.cancel();
    timer.newTimeout(any -> ran.countDown(), 1, MILLISECONDS);
    executor.execute(ran::countDown);
    threads.execute(ran::countDown);
    serial.execute(ran::countDown);
    reactor.schedule(ran::countDown, 1, MILLISECONDS);
    reactor.createWorker().schedule(ran::countDown, 1, MILLISECONDS);
    rxjava.createWorker().schedule(ran::countDown, 1, MILLISECONDS);
    netty.newTimeout(any -> ran.countDown(), 1, MILLISECONDS);
    netty.newTimeout(any -> {}, 1, HOURS).cancel();
    boolean all = ran.await(60, SECONDS);
    timer.stats();
    timer.census();
    executor.shutdownNow();
    threads.shutdownNow();
    reactor.dispose();
    rxjava.shutdown();
    timer.stop();
    System.out.println(all ? "used" : "not all has run");
  }
}
