package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.functions.Function;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.reactivex.rxjava3.schedulers.TestScheduler;
import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Item 29: RxJava's own schedulers, whose delays wait on a clock that the test moves. */
class WheelPluginsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();

  @AfterEach
  void tidy() throws Exception {
    Method unlock = RxJavaPlugins.class.getDeclaredMethod("unlock");
    unlock.setAccessible(true);
    unlock.invoke(null);
    WheelPlugins.uninstall();
    RxJavaPlugins.reset();
    Schedulers.start();
  }

  private Object next() throws InterruptedException {
    return seen.poll(30, SECONDS);
  }

  private void noteThread() {
    Thread thread = Thread.currentThread();
    seen.add(thread.isVirtual() ? "virtual" : thread.getName());
  }

  @ParameterizedTest
  @EnumSource
  void item29_delayed_waitsOnTheWheelAndRunsOnAStockThread(StockScheduler kind) throws Exception {
    WheelPlugins.install(timer);
    Scheduler scheduler = kind.scheduler.get();
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.scheduleDirect(this::noteThread, 1, SECONDS);
    worker.schedule(this::noteThread, 1, SECONDS);
    assertThat(timer.pendingTimeouts()).isEqualTo(2);
    clock.advance(SECOND.minusNanos(1));
    assertThat(seen).isEmpty();
    clock.advance(Duration.ofNanos(1));
    assertThat(next()).asString().startsWith(kind.threads);
    assertThat(next()).asString().startsWith(kind.threads);
    worker.dispose();
  }

  @ParameterizedTest
  @EnumSource
  void item29_immediate_neverMeetsTheWheel(StockScheduler kind) throws Exception {
    WheelPlugins.install(timer);
    Scheduler scheduler = kind.scheduler.get();
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.scheduleDirect(this::noteThread);
    scheduler.scheduleDirect(this::noteThread, -1, SECONDS);
    worker.schedule(this::noteThread);
    worker.schedule(this::noteThread, 0, SECONDS);
    for (int i = 0; i < 4; i++) {
      assertThat(next()).asString().startsWith(kind.threads);
    }
    assertThat(timer.stats().armed()).isZero();
    worker.dispose();
    timer.stop(); // which is none of their business
    for (Disposable each :
        List.of(
            scheduler.scheduleDirect(this::noteThread),
            scheduler.scheduleDirect(this::noteThread, 0, SECONDS))) {
      assertThat(next()).asString().startsWith(kind.threads);
      assertThat(each).isNotSameAs(Disposable.disposed());
    }
  }

  @ParameterizedTest
  @EnumSource
  void item29_periodic_keepsItsRateUntilDisposed(StockScheduler kind) throws Exception {
    WheelPlugins.install(timer);
    Scheduler scheduler = kind.scheduler.get();
    Scheduler.Worker worker = scheduler.createWorker();
    runsEachHour(kind, scheduler.schedulePeriodicallyDirect(this::noteThread, 1, 1, HOURS));
    runsEachHour(kind, worker.schedulePeriodically(this::noteThread, 1, 1, HOURS));
    worker.dispose();
  }

  private void runsEachHour(StockScheduler kind, Disposable task) throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      clock.advance(Duration.ofHours(1));
      assertThat(next()).asString().startsWith(kind.threads);
      while (timer.pendingTimeouts() == 0) {
        Waiting.spin(); // the period goes on once the task has run
      }
    }
    task.dispose();
    clock.advance(Duration.ofHours(1));
    assertThat(seen).isEmpty();
  }

  @Test
  void item29_defaultOperators_waitOnTheWheel() throws Exception {
    WheelPlugins.install(timer);
    List<Disposable> flows =
        List.of(
            Single.never().timeout(1, SECONDS).subscribe(value -> {}, error -> noteThread()),
            Flowable.just("delayed").delay(1, SECONDS).subscribe(seen::add),
            Flowable.interval(1, HOURS).take(1).subscribe(seen::add));
    assertThat(timer.pendingTimeouts()).isEqualTo(4); // the end is delayed as well
    assertThat(flows).noneMatch(Disposable::isDisposed);
    clock.advance(SECOND);
    assertThat(List.of(next(), next()))
        .anyMatch("delayed"::equals)
        .anyMatch(name -> name.toString().startsWith("RxComputation"));
    clock.advance(Duration.ofHours(1));
    assertThat(next()).isEqualTo(0L);
  }

  @Test
  void item29_eachCall_givesTheSameView() {
    WheelPlugins.install(timer);
    for (StockScheduler kind : StockScheduler.values()) {
      assertThat(kind.scheduler.get())
          .isSameAs(kind.scheduler.get())
          .isInstanceOf(RxDelegatingScheduler.class)
          .asString()
          .endsWith(" on " + timer);
    }
  }

  /** As a handler does that was set later, and passes ours another scheduler. */
  @Test
  void item29_schedulerThatIsAnother_getsAViewOfItsOwn() throws Throwable {
    WheelPlugins.install(timer);
    Function<? super Scheduler, ? extends Scheduler> handler =
        RxJavaPlugins.getSingleSchedulerHandler();
    for (Scheduler stock : List.of(new TestScheduler(), new TestScheduler())) {
      Scheduler view = handler.apply(stock);
      assertThat(((RxDelegatingScheduler) view).target).isSameAs(stock);
      assertThat(handler.apply(stock)).isSameAs(view);
    }
  }

  @Test
  void item29_shutdownAndStart_ofSchedulers_reachTheWheelToo() throws Exception {
    WheelPlugins.install(timer);
    Scheduler.Worker before = Schedulers.computation().createWorker();
    Scheduler.Worker neverDelayed = Schedulers.computation().createWorker();
    Disposable waiting = Schedulers.computation().scheduleDirect(this::noteThread, 1, SECONDS);
    before.schedule(this::noteThread, 1, SECONDS);
    Schedulers.shutdown();
    assertThat(waiting.isDisposed()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(Schedulers.computation().scheduleDirect(() -> {}, 1, SECONDS))
        .isSameAs(Disposable.disposed());
    assertThat(before.schedule(() -> {}, 1, SECONDS)).isSameAs(Disposable.disposed());
    Schedulers.start();
    assertThat(neverDelayed.schedule(() -> {}, 1, SECONDS)).isSameAs(Disposable.disposed());
    Schedulers.computation().scheduleDirect(this::noteThread, 1, SECONDS);
    assertThat(timer.pendingTimeouts()).isOne();
    clock.advance(SECOND);
    assertThat(next()).asString().startsWith("RxComputation");
  }

  @ParameterizedTest
  @EnumSource
  void item29_shutdown_whileSomethingIsDue_dropsItSilently(StockScheduler kind) throws Exception {
    BlockingQueue<Runnable> handOvers = new LinkedBlockingQueue<>();
    WheelTimer ticking = WheelTimer.builder().taskExecutor(handOvers::add).build();
    WheelPlugins.install(ticking);
    RxJavaPlugins.setScheduleHandler(task -> task); // so that the driver hands nothing over
    RxJavaPlugins.setErrorHandler(seen::add);
    Disposable due = kind.scheduler.get().scheduleDirect(this::noteThread, 1, MILLISECONDS);
    Runnable handOver = handOvers.take();
    kind.scheduler.get().shutdown();
    handOver.run();
    if (kind == StockScheduler.NEW_THREAD) { // which can't be shut down
      assertThat(next()).asString().startsWith("RxNewThread");
    } else {
      assertThat(seen).isEmpty();
      assertThat(due.isDisposed()).isTrue();
    }
    ticking.stop();
  }

  /** RxJava's own has no end: what waits there goes on. */
  @Test
  void item29_shutdown_leavesNewThreadAlone() throws Exception {
    WheelPlugins.install(timer);
    Schedulers.newThread().scheduleDirect(this::noteThread, 1, SECONDS);
    Schedulers.shutdown();
    Schedulers.start();
    clock.advance(SECOND);
    assertThat(next()).asString().startsWith("RxNewThread");
  }

  /** What a stream that was assembled before has kept. */
  @Test
  void item29_view_ofSchedulersThatAreStartedWithoutIt_works() throws Exception {
    WheelPlugins.install(timer);
    Scheduler view = Schedulers.computation();
    Schedulers.shutdown();
    WheelPlugins.uninstall();
    Schedulers.start();
    view.scheduleDirect(this::noteThread, 1, MILLISECONDS);
    assertThat(next()).asString().startsWith("RxComputation");
    view.createWorker().schedule(this::noteThread, 1, MILLISECONDS);
    assertThat(next()).asString().startsWith("RxComputation");
    view.schedulePeriodicallyDirect(this::noteThread, 1, 1, HOURS).dispose();
  }

  @Test
  void item29_uninstall_restoresTheStockSchedulers_andLetsWhatWaitsRun() throws Exception {
    Scheduler stock = Schedulers.computation();
    WheelPlugins.install(timer);
    Schedulers.computation().scheduleDirect(() -> seen.add("waited"), 1, SECONDS);
    WheelPlugins.uninstall();
    WheelPlugins.uninstall();
    assertThat(Schedulers.computation()).isSameAs(stock);
    assertThat(RxJavaPlugins.getIoSchedulerHandler()).isNull();
    clock.advance(SECOND);
    assertThat(next()).isEqualTo("waited");
  }

  /** Streams that were assembled before go on, as they need no wheel. */
  @Test
  void item29_uninstall_andThenTheTimersStop_leaveWhatHasNoDelayAlone() throws Exception {
    WheelPlugins.install(timer);
    PublishProcessor<Integer> source = PublishProcessor.create();
    var unused = source.observeOn(Schedulers.computation()).subscribe(seen::add);
    Flowable<Integer> later = Flowable.just(2).subscribeOn(Schedulers.io());
    WheelPlugins.uninstall();
    timer.stop();
    source.onNext(1);
    assertThat(next()).isEqualTo(1);
    var unusedToo = later.subscribe(seen::add);
    assertThat(next()).isEqualTo(2);
  }

  @Test
  void item29_install_twice_leavesOnlyTheSecondTimer() {
    WheelTimer second = WheelTimer.builder().clock(clock).build();
    WheelPlugins.install(timer);
    WheelPlugins.install(second);
    Schedulers.io().scheduleDirect(() -> {}, 1, SECONDS);
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(second.pendingTimeouts()).isEqualTo(1);
    WheelPlugins.uninstall();
    assertThat(RxJavaPlugins.getIoSchedulerHandler()).isNull();
  }

  @Test
  void item29_handlerOfBefore_getsTheView_andHasTheLastWord() throws Throwable {
    List<Scheduler> given = new ArrayList<>();
    TestScheduler test = new TestScheduler();
    Function<Scheduler, Scheduler> replacing = stock -> test;
    Function<Scheduler, Scheduler> watching =
        stock -> {
          given.add(stock);
          return stock;
        };
    RxJavaPlugins.setComputationSchedulerHandler(replacing);
    RxJavaPlugins.setIoSchedulerHandler(watching);
    WheelPlugins.install(timer);
    assertThat(Schedulers.computation()).isSameAs(test);
    assertThat(Schedulers.io()).isInstanceOf(RxDelegatingScheduler.class);
    assertThat(given).containsOnly(Schedulers.io());
    WheelPlugins.uninstall();
    assertThat(RxJavaPlugins.getComputationSchedulerHandler()).isSameAs(replacing);
    assertThat(RxJavaPlugins.getIoSchedulerHandler()).isSameAs(watching);
  }

  @Test
  void item29_handlerOfAfter_staysWhenUninstalled_andGetsTheStockSchedulerFromThenOn() {
    Scheduler stock = Schedulers.single();
    WheelPlugins.install(timer);
    Function<? super Scheduler, ? extends Scheduler> ours =
        RxJavaPlugins.getSingleSchedulerHandler();
    Function<Scheduler, Scheduler> around = scheduler -> ours.apply(scheduler);
    RxJavaPlugins.setSingleSchedulerHandler(around);
    assertThat(Schedulers.single()).isInstanceOf(RxDelegatingScheduler.class);
    WheelPlugins.uninstall();
    assertThat(RxJavaPlugins.getSingleSchedulerHandler()).isSameAs(around);
    assertThat(Schedulers.single()).isSameAs(stock);
  }

  @Test
  void item29_resetOfRxJavaPlugins_uninstallsToo_andInstallWorksAgain() {
    WheelPlugins.install(timer);
    RxJavaPlugins.reset();
    assertThat(Schedulers.io()).isNotInstanceOf(RxDelegatingScheduler.class);
    WheelPlugins.install(timer);
    assertThat(Schedulers.io()).isInstanceOf(RxDelegatingScheduler.class);
  }

  @Test
  void item29_lockdown_refusesBothAndChangesNothing() {
    RxJavaPlugins.lockdown();
    assertThatIllegalStateException()
        .isThrownBy(() -> WheelPlugins.install(timer))
        .withMessageContaining("lockdown()");
    assertThat(RxJavaPlugins.getComputationSchedulerHandler()).isNull();
    assertThat(Schedulers.io()).isNotInstanceOf(RxDelegatingScheduler.class);
  }

  @Test
  void item29_lockdownOnceInstalled_keepsItInstalled() {
    WheelPlugins.install(timer);
    RxJavaPlugins.lockdown();
    assertThatIllegalStateException()
        .isThrownBy(WheelPlugins::uninstall)
        .withMessageContaining("lockdown()");
    assertThatIllegalStateException().isThrownBy(() -> WheelPlugins.install(timer));
    for (StockScheduler kind : StockScheduler.values()) {
      assertThat(kind.scheduler.get()).isInstanceOf(RxDelegatingScheduler.class);
    }
  }

  /** RxJava asks for some schedulers once, so this needs an RxJava of its own. */
  @Test
  void item29_installedBeforeAnythingElse_getsTheDelaysOfExecutorsToo_andLoadsNothing()
      throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      urls.add(new File(entry).toURI().toURL());
    }
    try (URLClassLoader fresh =
        new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
      Callable<?> application =
          (Callable<?>)
              fresh.loadClass(FreshRxJava.class.getName()).getDeclaredConstructor().newInstance();
      assertThat(application.call())
          .isEqualTo(List.of("init handler asked", "pending: 1", "task of an executor"));
    }
  }

  /**
   * What an application sees that installs before anything else; loaded by a class loader alone.
   */
  public static final class FreshRxJava implements Callable<List<String>> {
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
      Schedulers.from(executed::add)
          .scheduleDirect(() -> seen.add("task of an executor"), 1, HOURS);
      seen.add("pending: " + timer.pendingTimeouts());
      clock.advance(Duration.ofHours(1));
      executed.take().run();
      Schedulers.shutdown();
      return seen;
    }
  }
}
