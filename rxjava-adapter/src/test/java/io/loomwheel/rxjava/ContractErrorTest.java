package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.contract.SchedulerContract;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.exceptions.UndeliverableException;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What RxJava's contract demands of what a task throws: items 16, 17 and 19. */
@OnEveryWay
class ContractErrorTest extends SchedulerContract {
  private final RxEcosystem rxs = (RxEcosystem) ecosystem;
  private final WheelScheduler rx = rxs.scheduler(timer);
  private final Scheduler.Worker worker = rx.createWorker();
  private final List<Throwable> hooked = new CopyOnWriteArrayList<>();
  private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();

  ContractErrorTest(Way way) {
    super(new RxEcosystem(way));
  }

  @AfterEach
  void tidyHandlers() {
    Thread.setDefaultUncaughtExceptionHandler(null);
  }

  private static Runnable failing(Throwable with) {
    return () -> sneak(with);
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable with) throws E {
    throw (E) with;
  }

  @Test
  void item16_failure_goesOnceAndRawToOnError_errorsAndCheckedOnesToo() {
    RxJavaPlugins.setErrorHandler(hooked::add);
    List<Throwable> failures =
        List.of(
            new IllegalStateException("direct"),
            new NullPointerException("delayed"),
            new IllegalArgumentException("of a Worker"));
    rx.scheduleDirect(failing(failures.get(0)));
    rx.scheduleDirect(failing(failures.get(1)), 1, SECONDS);
    worker.schedule(failing(failures.get(2)), 2, SECONDS);
    clock.advance(Duration.ofSeconds(2));
    assertThat(hooked).isEqualTo(failures); // RxJava wraps no bug: so they came as they were thrown
    hooked.clear();
    Throwable fatal = new AssertionError("on purpose");
    Throwable checked = new Exception("on purpose");
    Disposable task = rx.scheduleDirect(failing(fatal));
    clock.settle();
    worker.schedule(failing(checked));
    clock.settle();
    assertThat(task.isDisposed()).isTrue();
    assertThat(hooked).hasSize(2).allMatch(UndeliverableException.class::isInstance);
    assertThat(hooked).extracting(Throwable::getCause).containsExactly(fatal, checked);
  }

  @Test
  void item17_handlerThatFails_neitherWedgesAWorkerNorReachesTheWheel() {
    RxJavaPlugins.setErrorHandler(
        e -> {
          throw new IllegalStateException("handler");
        });
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> {
          uncaught.add(e);
          throw new IllegalStateException("the thread's handler");
        });
    Disposable direct = rx.scheduleDirect(failing(new Error("on purpose")), 1, SECONDS);
    Disposable ofWorker = worker.schedule(failing(new Error("on purpose")), 1, SECONDS);
    worker.schedule(() -> ran.add("next"), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("next");
    assertThat(uncaught).isNotEmpty();
    assertThat(direct.isDisposed()).isTrue();
    assertThat(ofWorker.isDisposed()).isTrue();
  }

  @Test
  void item19_failure_thatOnErrorTook_neverReachesTheThreadsHandler() {
    RxJavaPlugins.setErrorHandler(hooked::add);
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
    rx.scheduleDirect(failing(new Error("on purpose")));
    worker.schedule(failing(new Error("on purpose")), 1, SECONDS);
    worker.schedulePeriodically(failing(new Error("on purpose")), 1, 1, SECONDS);
    clock.advance(Duration.ofSeconds(3));
    assertThat(hooked).hasSize(3);
    assertThat(uncaught).isEmpty();
  }
}
