package io.loomwheel.spring;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.loom.WheelExecutorService;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;

/**
 * Runs {@code @Scheduled} methods: they wait on the timer and run on a virtual thread each.
 * Thread-safe.
 *
 * <p>Spring's own schedulers are executors as well, and an executor bean would replace Boot's
 * {@code applicationTaskExecutor}. So this class is none, and delegates to one that is no bean.
 *
 * <p>Ends by the two properties of Boot's scheduler. If tasks may finish, none is interrupted: this
 * takes tasks until it is destroyed, and those that wait then run as well, but for the periodic
 * ones. Otherwise no run begins once the context closes, and the running ones are interrupted. In
 * both cases the end waits for what runs, and for what will, as long as the period says.
 *
 * <p>While the context is stopped or paused, what is due waits on its thread.
 */
final class WheelTaskScheduler
    implements TaskScheduler,
        SmartLifecycle,
        ApplicationListener<ContextClosedEvent>,
        DisposableBean {
  private final ApplicationContext context;
  private final boolean letsFinish;
  private final Duration await;
  private final WheelExecutorService executor;
  private final ConcurrentTaskScheduler scheduler;
  private final RunGate gate = new RunGate();

  /**
   * Makes a scheduler. {@code letsFinish} says whether tasks may finish, and {@code await} how long
   * the end waits for them, at most. The last of the decorators is the outermost.
   */
  WheelTaskScheduler(
      WheelTimer timer,
      ApplicationContext context,
      boolean letsFinish,
      Duration await,
      List<TaskDecorator> decorators) {
    this.context = context;
    this.letsFinish = letsFinish;
    this.await = await;
    executor =
        WheelExecutorService.builder()
            .name("taskScheduler")
            .timer(timer)
            .taskExecutor(Relay.perTask()) // a method doesn't see another's thread locals
            .executeDelayedAfterShutdown(letsFinish)
            .build();
    scheduler = new ConcurrentTaskScheduler(executor);
    scheduler.setTaskDecorator(
        task -> {
          Runnable decorated = task;
          for (TaskDecorator decorator : decorators) {
            decorated = decorator.decorate(decorated);
          }
          Runnable all = decorated;
          return () -> gate.run(all);
        });
  }

  WheelExecutorService executor() {
    return executor;
  }

  @Override
  public void onApplicationEvent(ContextClosedEvent event) {
    if (event.getApplicationContext() == context) {
      gate.end();
      if (!letsFinish) {
        executor.shutdown();
      }
    }
  }

  @Override
  public void start() {
    gate.resume();
  }

  @Override
  public void stop() {
    gate.pause();
  }

  @Override
  public void stop(Runnable whenIdle) {
    stop();
    Thread.ofVirtual()
        .start(
            () -> {
              gate.awaitIdle();
              whenIdle.run();
            });
  }

  @Override
  public boolean isRunning() {
    return !gate.isPaused();
  }

  @Override
  public void destroy() {
    executor.shutdown();
    if (!letsFinish) {
      executor.shutdownNow();
    }
    try {
      executor.awaitTermination(NANOSECONDS.convert(await), NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public @Nullable ScheduledFuture<?> schedule(Runnable task, Trigger trigger) {
    return scheduler.schedule(task, trigger);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, Instant startTime) {
    return scheduler.schedule(task, startTime);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Instant startTime, Duration period) {
    return scheduler.scheduleAtFixedRate(task, startTime, period);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Duration period) {
    return scheduler.scheduleAtFixedRate(task, period);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, Instant startTime, Duration delay) {
    return scheduler.scheduleWithFixedDelay(task, startTime, delay);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Duration delay) {
    return scheduler.scheduleWithFixedDelay(task, delay);
  }
}
