package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.loom.WheelExecutorService;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;

/** {@code loomwheel.scheduling.enabled}. */
class SchedulingTest {
  private final ApplicationContextRunner runner =
      Contexts.runner().withPropertyValues("loomwheel.scheduling.enabled=true");

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void scheduledMethods_ofEachKind_waitOnTheTimerAndRunOnVirtualThreads() {
    runner
        .withUserConfiguration(Jobs.class)
        .run(
            context -> {
              Jobs jobs = context.getBean(Jobs.class);
              await(jobs.rate);
              await(jobs.delay);
              await(jobs.cron);
              await(jobs.async);
              assertThat(jobs.allVirtual).isTrue();
              assertThat(jobs.asyncThread.get()).startsWith("task-");
              // The first run of each; a later one that is overdue goes straight to the executor.
              assertThat(context.getBean(WheelTimer.class).stats().fired())
                  .isGreaterThanOrEqualTo(4);
            });
  }

  /** Spring looks for it by that name, too. */
  @Test
  void executorNamedTaskScheduler_takesThePlaceOfOurs() {
    runner
        .withBean("taskScheduler", ScheduledExecutorService.class, WheelExecutorService::create)
        .run(context -> assertThat(context).doesNotHaveBean(WheelTaskScheduler.class));
  }

  @Test
  void isOff_theReportOfConditionsSaysSo() {
    Contexts.runner()
        .run(
            context ->
                assertThat(
                        ConditionEvaluationReport.get(context.getBeanFactory())
                            .getConditionAndOutcomesBySource()
                            .get(LoomwheelAutoConfiguration.class.getName() + "#taskScheduler"))
                    .anyMatch(
                        it ->
                            it.getOutcome()
                                .getMessage()
                                .equals("loomwheel.scheduling.enabled is false")));
  }

  @Test
  void bootsExecutor_isLeftAsItIs() {
    runner
        .withUserConfiguration(Jobs.class)
        .run(
            context -> {
              assertThat(context).hasBean("applicationTaskExecutor");
              assertThat(context.getBean(Executor.class)).isInstanceOf(AsyncTaskExecutor.class);
              assertThat(context.getBean(TaskScheduler.class))
                  .isInstanceOf(WheelTaskScheduler.class);
            });
  }

  @Test
  void bootsScheduler_withoutTheProperty_isLeftAsItIs() {
    Contexts.runner()
        .withUserConfiguration(Jobs.class)
        .run(
            context ->
                assertThat(context.getBean(TaskScheduler.class))
                    .isNotInstanceOf(WheelTaskScheduler.class));
  }

  @Test
  void scheduler_ofTheApplication_replacesOurs() {
    runner
        .withBean(TaskScheduler.class, SimpleAsyncTaskScheduler::new)
        .run(context -> assertThat(context).doesNotHaveBean(WheelTaskScheduler.class));
  }

  @Test
  void executors_ofTheApplication_runNoScheduledMethod() {
    runner
        .withUserConfiguration(Jobs.class)
        .withBean("one", WheelExecutorService.class, WheelExecutorService::create)
        .withBean("other", ScheduledExecutorService.class, this::refusingExecutor)
        .run(
            context -> {
              await(context.getBean(Jobs.class).rate);
              assertThat(context).hasSingleBean(WheelTaskScheduler.class);
            });
  }

  private ScheduledExecutorService refusingExecutor() {
    ScheduledExecutorService closed = Executors.newSingleThreadScheduledExecutor();
    closed.shutdown();
    return closed;
  }

  @Test
  void stoppedContext_runsNoScheduledMethod_untilItIsStarted() {
    runner
        .withUserConfiguration(Jobs.class)
        .run(
            context -> {
              context.stop();
              Jobs jobs = context.getBean(Jobs.class);
              jobs.ran.set(false);
              assertThat(context.getBean(WheelTaskScheduler.class).isRunning()).isFalse();
              Thread.sleep(100); // fifty periods
              assertThat(jobs.ran).isFalse();
              context.start();
              while (!jobs.ran.get()) {
                Waiting.spin();
              }
            });
  }

  @Test
  void decorators_areAllUsed_theLastInOrderOutermost() {
    Queue<Integer> seen = new ConcurrentLinkedQueue<>();
    CountDownLatch ran = new CountDownLatch(1);
    runner
        .withBean("one", TaskDecorator.class, () -> new Decorator(2, seen))
        .withBean("other", TaskDecorator.class, () -> new Decorator(1, seen))
        .run(
            context -> {
              var unused =
                  context.getBean(TaskScheduler.class).schedule(ran::countDown, Instant.now());
              await(ran);
            });
    assertThat(seen).containsExactly(2, 1);
  }

  private record Decorator(int order, Queue<Integer> seen) implements TaskDecorator, Ordered {
    @Override
    public int getOrder() {
      return order;
    }

    @Override
    public Runnable decorate(Runnable task) {
      return () -> {
        seen.add(order);
        task.run();
      };
    }
  }

  @Test
  void running_whenTheContextCloses_isInterrupted() throws InterruptedException {
    AtomicReference<Blocked> seen = new AtomicReference<>();
    runner
        .withUserConfiguration(Blocked.class)
        .run(
            context -> {
              seen.set(context.getBean(Blocked.class));
              await(seen.get().began);
            });
    await(seen.get().ended);
    assertThat(seen.get().interrupted).isTrue();
  }

  @Test
  void running_whenTheContextAwaits_mayFinish() {
    AtomicReference<Blocked> seen = new AtomicReference<>();
    runner
        .withUserConfiguration(Blocked.class)
        .withPropertyValues(
            "spring.task.scheduling.shutdown.await-termination=true",
            "spring.task.scheduling.shutdown.await-termination-period=60s")
        .run(
            context -> {
              seen.set(context.getBean(Blocked.class));
              await(seen.get().began);
              WheelTaskScheduler scheduler = context.getBean(WheelTaskScheduler.class);
              Thread closing = Thread.currentThread();
              Thread.ofVirtual().start(() -> endOnceAwaited(seen.get(), scheduler, closing));
            });
    assertThat(seen.get().ended.getCount()).isZero();
    assertThat(seen.get().interrupted).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "await-termination=false,        0",
    "await-termination-period=60s,   0",
    "await-termination=true,         1"
  })
  void waiting_whenTheContextBeginsToClose_isKeptIfTheEndAwaits(String property, int kept) {
    runner
        .withPropertyValues("spring.task.scheduling.shutdown." + property)
        .run(context -> assertThat(waitingAtTheEndOf(context)).isEqualTo(kept));
  }

  @Test
  void waiting_withoutBootsProperties_isDropped() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(LoomwheelAutoConfiguration.class))
        .withPropertyValues("loomwheel.scheduling.enabled=true")
        .run(context -> assertThat(waitingAtTheEndOf(context)).isZero());
  }

  private static long waitingAtTheEndOf(ApplicationContext context) {
    WheelTaskScheduler scheduler = context.getBean(WheelTaskScheduler.class);
    var unused = scheduler.schedule(() -> {}, Instant.now().plus(Duration.ofHours(1)));
    scheduler.executor.shutdown(); // as when the context begins to close
    return context.getBean(WheelTimer.class).pendingTimeouts();
  }

  private static void endOnceAwaited(Blocked job, WheelTaskScheduler scheduler, Thread closing) {
    while (job.ended.getCount() > 0
        && !(scheduler.executor.isShutdown() && closing.getState() == Thread.State.TIMED_WAITING)) {
      Waiting.spin();
    }
    job.mayEnd.countDown();
  }

  /** A job of each kind. */
  @Configuration
  @EnableScheduling
  @EnableAsync
  static class Jobs {
    final CountDownLatch rate = new CountDownLatch(3);
    final CountDownLatch delay = new CountDownLatch(3);
    final CountDownLatch cron = new CountDownLatch(1);
    final CountDownLatch async = new CountDownLatch(1);
    final AtomicReference<String> asyncThread = new AtomicReference<>("");
    final AtomicBoolean allVirtual = new AtomicBoolean(true);
    final AtomicBoolean ran = new AtomicBoolean();

    private void ran(CountDownLatch latch) {
      if (!Thread.currentThread().isVirtual()) {
        allVirtual.set(false);
      }
      ran.set(true);
      latch.countDown();
    }

    @Scheduled(fixedRate = 2)
    void rate() {
      ran(rate);
    }

    @Scheduled(fixedDelay = 2)
    void delay() {
      ran(delay);
    }

    @Scheduled(cron = "* * * * * *")
    void cron() {
      ran(cron);
    }

    @Bean
    AsyncJob asyncJob() {
      return new AsyncJob(this);
    }
  }

  /** A job that hands over to Boot's executor. */
  static class AsyncJob {
    private final Jobs jobs;

    AsyncJob(Jobs jobs) {
      this.jobs = jobs;
    }

    @Async
    @Scheduled(fixedDelay = 1000)
    public void run() {
      jobs.asyncThread.set(Thread.currentThread().getName());
      jobs.async.countDown();
    }
  }

  /** A job that runs until it may end. */
  @Configuration
  @EnableScheduling
  static class Blocked {
    final CountDownLatch began = new CountDownLatch(1);
    final CountDownLatch mayEnd = new CountDownLatch(1);
    volatile boolean interrupted;
    final CountDownLatch ended = new CountDownLatch(1);

    @Scheduled(fixedDelay = 1)
    void block() {
      began.countDown();
      try {
        mayEnd.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
      ended.countDown();
    }
  }
}
