package io.loomwheel.spring;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.loom.WheelExecutorService;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

/**
 * Runs {@code @Scheduled} methods: they wait on the timer and run on a virtual thread each, with
 * the context class loader of the thread that makes this. Thread-safe.
 *
 * <p>Spring's own schedulers are executors as well, and an executor bean would replace Boot's
 * {@code applicationTaskExecutor}. So this class is none, and delegates to one that is no bean.
 *
 * <p>Pauses and ends as Boot's scheduler, whose base this is, and by the same two properties. If
 * tasks may finish, none is interrupted: this takes tasks until it is destroyed, and those that
 * wait then run as well, but for the periodic ones. Otherwise no run begins once the context
 * closes, and the running ones are interrupted. In both cases the end waits for what runs, and for
 * what will, as long as the period says.
 *
 * <p>While the context is stopped or paused, what is due waits on its thread.
 */
@SuppressWarnings("serial") // as the base
final class WheelTaskScheduler extends ExecutorConfigurationSupport implements TaskScheduler {
  private final boolean letsFinish;
  final WheelExecutorService executor;
  private final ConcurrentTaskScheduler scheduler;

  /**
   * Makes a scheduler. {@code letsFinish} says whether tasks may finish, and {@code await} how long
   * the end waits for them, at most. The last of the decorators is the outermost.
   */
  WheelTaskScheduler(
      WheelTimer timer, boolean letsFinish, Duration await, List<TaskDecorator> decorators) {
    this.letsFinish = letsFinish;
    setWaitForTasksToCompleteOnShutdown(letsFinish);
    setAwaitTerminationMillis(MILLISECONDS.convert(await));
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
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
          Runnable decorated = new CompositeTaskDecorator(decorators).decorate(task);
          return () -> {
            Thread.currentThread().setContextClassLoader(loader); // the thread is this run's alone
            run(decorated);
          };
        });
  }

  /**
   * Runs a task once this isn't paused; not at all if the thread is interrupted before, or this has
   * ended and tasks may not finish.
   */
  private void run(Runnable task) {
    Thread self = Thread.currentThread();
    beforeExecute(self, task);
    try {
      if (!self.isInterrupted() && (letsFinish || !executor.isShutdown())) {
        task.run();
      }
    } finally {
      afterExecute(task, null);
    }
  }

  @Override
  protected ExecutorService initializeExecutor(
      ThreadFactory threads, RejectedExecutionHandler handler) {
    return executor;
  }

  /** A scheduler that is shut down isn't running, so that no lifecycle waits until it stops. */
  @Override
  public boolean isRunning() {
    return super.isRunning() && !executor.isShutdown();
  }

  @Override
  public void shutdown() {
    if (letsFinish) {
      start(); // so that what waits for that may finish, too
    }
    super.shutdown();
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
