package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.NonBlocking;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Items 27 and 28 of what Reactor asks of a factory; the wheel's clock is moved by the test. */
class WheelFactoryTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1); // too long for the real clock

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelFactory factory = new WheelFactory(timer);
  private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
  private final List<Scheduler> made = new ArrayList<>();

  /** One of the four kinds of scheduler that a factory makes. */
  enum Kind {
    PARALLEL,
    SINGLE,
    BOUNDED_ELASTIC,
    THREAD_PER_TASK;

    Scheduler make(Schedulers.Factory factory) {
      ThreadFactory threads =
          Thread.ofPlatform()
              .daemon()
              .name("stock-", 0)
              .uncaughtExceptionHandler((thread, error) -> {})
              .factory();
      return switch (this) {
        case PARALLEL -> factory.newParallel(2, threads);
        case SINGLE -> factory.newSingle(threads);
        case BOUNDED_ELASTIC -> factory.newBoundedElastic(2, 500, threads, 60);
        case THREAD_PER_TASK -> factory.newThreadPerTaskBoundedElastic(2, 500, threads);
      };
    }
  }

  @AfterEach
  void reset() {
    made.forEach(Scheduler::dispose);
    Schedulers.removeExecutorServiceDecorator("meters");
    Schedulers.resetFactory();
    Schedulers.resetOnHandleError();
    Schedulers.resetOnScheduleHooks();
  }

  private Scheduler make(Kind kind) {
    Scheduler scheduler = kind.make(factory);
    scheduler.init();
    made.add(scheduler);
    return scheduler;
  }

  private Object next() throws InterruptedException {
    return seen.poll(30, SECONDS);
  }

  private void noteThread() {
    seen.add(Thread.currentThread().getName());
  }

  // --- what is due together ---

  @Test
  void dueTogether_areTakenByAThreadInOrder_withAHandOverForMany() throws Exception {
    Scheduler single = make(Kind.SINGLE);
    CountDownLatch all = new CountDownLatch(1);
    single.schedule(
        () -> {
          seen.add("first");
          assertThat(await(all)).isTrue();
        },
        1,
        SECONDS);
    clock.advance(SECOND);
    assertThat(next()).isEqualTo("first");
    List<Object> numbers = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      Integer number = i;
      numbers.add(number);
      single.schedule(() -> seen.add(number), 1, SECONDS);
    }
    AtomicLong handOvers = new AtomicLong();
    Schedulers.onScheduleHook(
        "count",
        task -> {
          handOvers.incrementAndGet();
          return task;
        });
    clock.advance(SECOND);
    all.countDown();
    for (Object number : numbers) {
      assertThat(next()).isEqualTo(number);
    }
    assertThat(handOvers).hasValueLessThan(5);
  }

  // --- 27: what the factory makes ---

  @ParameterizedTest
  @EnumSource
  void item27_eachCall_givesADistinctSchedulerDisposedOfOnItsOwn(Kind kind) throws Exception {
    Scheduler one = make(kind);
    Scheduler other = make(kind);
    assertThat(one).isNotSameAs(other);
    one.dispose();
    assertThat(one.isDisposed()).isTrue();
    assertThat(other.isDisposed()).isFalse();
    other.schedule(() -> seen.add("work"), 1, SECONDS);
    clock.advance(SECOND);
    assertThat(next()).isEqualTo("work");
    other.dispose();
    assertThat(timer.schedule(() -> {}, SECOND).cancel()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void item27_threadsStartedForADelay_haveTheLoaderOfWhoeverMadeTheScheduler(Kind kind)
      throws Exception {
    Thread current = Thread.currentThread();
    ClassLoader outside = current.getContextClassLoader();
    ClassLoader application = new ClassLoader("application", outside) {};
    current.setContextClassLoader(application);
    Scheduler scheduler;
    try {
      scheduler = kind.make(new WheelFactory(WheelTimer.shared())); // whose driver has another
    } finally {
      current.setContextClassLoader(outside);
    }
    scheduler.init();
    scheduler.schedule(
        () -> seen.add(Thread.currentThread().getContextClassLoader()), 1, MILLISECONDS);
    assertThat(next()).isSameAs(application);
    scheduler.dispose();
  }

  /** Two threads of 500 queued tasks each; so the stock one does, thread by thread. */
  @ParameterizedTest
  @EnumSource(names = {"BOUNDED_ELASTIC", "THREAD_PER_TASK"})
  void cap_countsWhatWaitsForItsTime(Kind kind) {
    Scheduler scheduler = make(kind);
    Scheduler.Worker worker = scheduler.createWorker();
    List<Disposable> waiting = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      waiting.add(scheduler.schedule(() -> {}, 1, HOURS));
      waiting.add(worker.schedule(() -> {}, 1, HOURS));
    }
    for (Runnable submission :
        List.<Runnable>of(
            () -> scheduler.schedule(() -> {}, 1, HOURS),
            () -> scheduler.schedulePeriodically(() -> {}, 1, 1, HOURS),
            () -> worker.schedule(() -> {}, 1, HOURS))) {
      assertThatThrownBy(submission::run)
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessageContaining("Task capacity of 1000 reached");
    }
    waiting.getFirst().dispose();
    scheduler.schedule(() -> {}, 1, HOURS);
    assertThat(timer.pendingTimeouts()).isEqualTo(1_000);
    scheduler.dispose();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  /** One that is refused takes no place, not even for a moment. */
  @Test
  void bounded_hasAPlaceForOne_ofTwoThatComeAtOnce() throws Exception {
    Schedulers.setFactory(factory);
    Scheduler bounded = Schedulers.newBoundedElastic(1, 1, "bounded");
    CyclicBarrier both = new CyclicBarrier(2);
    Callable<Optional<Disposable>> submit =
        () -> {
          both.await();
          try {
            return Optional.of(bounded.schedule(() -> {}, 1, HOURS));
          } catch (RejectedExecutionException refused) {
            return Optional.empty();
          }
        };
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (int round = 0; round < 500; round++) {
        List<Disposable> accepted = new ArrayList<>();
        for (Future<Optional<Disposable>> one : threads.invokeAll(List.of(submit, submit))) {
          one.get().ifPresent(accepted::add);
        }
        assertThat(accepted).as("accepted in round %d", round).hasSize(1);
        accepted.getFirst().dispose();
      }
    }
    bounded.dispose();
  }

  @ParameterizedTest
  @EnumSource(names = {"BOUNDED_ELASTIC", "THREAD_PER_TASK"})
  void cap_ofTasksWithoutDelay_isTheStockSchedulersOwn_besideOurs(Kind kind) throws Exception {
    Scheduler scheduler = make(kind);
    CountDownLatch busy = new CountDownLatch(2);
    CountDownLatch end = new CountDownLatch(1);
    for (int i = 0; i < 2; i++) {
      scheduler.schedule(
          () -> {
            busy.countDown();
            await(end);
          });
    }
    assertThat(await(busy)).isTrue();
    for (int i = 0; i < 1_000; i++) {
      scheduler.schedule(() -> {});
      scheduler.schedule(() -> {}, 1, HOURS);
    }
    for (long delay : new long[] {0, 1}) {
      assertRejected(() -> scheduler.schedule(() -> {}, delay, HOURS));
    }
    end.countDown();
  }

  @Test
  void cap_leavesOutWhatRuns() {
    Scheduler inline = Schedulers.fromExecutor(Runnable::run);
    Scheduler scheduler = WheelScheduler.delegating(timer, inline, false, 2, 0);
    scheduler.schedule(
        () -> {
          scheduler.schedule(() -> {}, 1, HOURS);
          scheduler.schedule(() -> {}, 1, HOURS);
          seen.add(timer.pendingTimeouts());
          assertRejected(() -> scheduler.schedule(() -> {}, 1, HOURS));
          seen.add("refused");
        });
    assertThat(seen).containsExactly(2L, "refused");
    scheduler.dispose();
  }

  @Test
  void cap_leavesOutWhatHasFailed_whileThatIsHandled() {
    Scheduler inline = Schedulers.fromExecutor(Runnable::run);
    Scheduler scheduler = WheelScheduler.delegating(timer, inline, false, 1, 0);
    Schedulers.onHandleError(
        "test",
        (thread, error) -> {
          scheduler.schedule(() -> {}, 1, HOURS);
          seen.add("accepted");
        });
    scheduler.schedule(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    assertThat(seen).containsExactly("accepted");
    scheduler.dispose();
  }

  @Test
  void cap_countsWorkersAndPeriods_thatWaitForAThread_andLeavesOutThoseThatRun() {
    Queue<Runnable> handed = new ArrayDeque<>();
    WheelTimer inline = WheelTimer.builder().clock(clock).taskExecutor(Runnable::run).build();
    Scheduler scheduler =
        WheelScheduler.delegating(inline, Schedulers.fromExecutor(handed::add), false, 2, 0);
    Runnable submitsOne =
        () -> {
          scheduler.schedule(() -> {}, 1, HOURS);
          seen.add("accepted");
        };
    scheduler.createWorker().schedule(submitsOne, 1, SECONDS);
    scheduler.schedulePeriodically(() -> {}, 1, 1, SECONDS);
    clock.advance(SECOND);
    assertThat(handed).as("wait for a thread").hasSize(2);
    assertThatThrownBy(submitsOne::run)
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("Task capacity of 2 reached");
    handed.remove().run();
    assertThat(seen).as("what the running one has submitted").containsExactly("accepted");
    scheduler.dispose();
  }

  @ParameterizedTest
  @EnumSource
  void item27_disposed_rejectsAndDropsWhatWaits(Kind kind) {
    Scheduler scheduler = make(kind);
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.schedule(() -> seen.add("direct"), 1, SECONDS);
    scheduler.schedulePeriodically(() -> seen.add("periodic"), 1, 1, SECONDS);
    worker.schedule(() -> seen.add("of a Worker"), 1, SECONDS);
    scheduler.dispose();
    scheduler.dispose();
    assertThat(timer.pendingTimeouts()).isZero();
    clock.advance(Duration.ofMinutes(1));
    assertThat(seen).isEmpty();
    assertRejected(() -> scheduler.schedule(() -> {}));
    assertRejected(() -> scheduler.schedule(() -> {}, 1, SECONDS));
    assertRejected(() -> scheduler.schedulePeriodically(() -> {}, 1, 1, SECONDS));
    assertRejected(() -> worker.schedule(() -> {}, 1, SECONDS));
    assertRejected(() -> scheduler.createWorker().schedule(() -> {}, 1, SECONDS));
  }

  private static void assertRejected(ThrowingCallable submission) {
    assertThatThrownBy(submission).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void item27_setFactory_thenResetFactory_leavesNoTrace() throws Exception {
    Schedulers.setFactory(factory);
    Mono.delay(SECOND).subscribe(seen::add);
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    Scheduler ours = Schedulers.parallel();
    Schedulers.resetFactory();
    assertThat(ours.isDisposed()).isTrue();
    Mono.delay(Duration.ofMillis(1)).subscribe(tick -> seen.add("stock"));
    assertThat(next()).isEqualTo("stock");
    assertThat(timer.stats().armed()).isEqualTo(1);
    clock.advance(SECOND);
    assertThat(seen).isEmpty();
  }

  @Test
  void item27_made_isNotInstalled() throws Exception {
    Mono.delay(Duration.ofMillis(1)).subscribe(seen::add);
    assertThat(next()).isEqualTo(0L);
    assertThat(timer.stats().armed()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void item27_disposeGracefully_letsWhatWaitsRunWhenDue_thenEndsTheTarget(Kind kind)
      throws Exception {
    Scheduler scheduler = make(kind);
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.schedule(() -> seen.add("direct"), 1, SECONDS);
    worker.schedule(() -> seen.add("of a Worker"), 2, SECONDS);
    scheduler.schedulePeriodically(() -> seen.add("periodic"), 1, 1, SECONDS);
    CompletableFuture<Void> end = scheduler.disposeGracefully().toFuture();
    assertThatIllegalStateException().isThrownBy(scheduler::init);
    assertThat(scheduler.isDisposed()).isTrue();
    assertRejected(() -> scheduler.schedule(() -> {}));
    clock.advance(SECOND);
    assertThat(next()).isEqualTo("direct");
    assertThat(end).isNotDone();
    clock.advance(SECOND);
    assertThat(next()).isEqualTo("of a Worker");
    end.get(30, SECONDS);
    assertThat(seen).isEmpty();
  }

  // --- 28: the wheel waits, the stock scheduler works ---

  @ParameterizedTest
  @EnumSource
  void item28_delayed_waitsOnTheWheelAndRunsOnAStockThread(Kind kind) throws Exception {
    Scheduler scheduler = make(kind);
    scheduler.schedule(this::noteThread, 1, SECONDS);
    clock.advance(SECOND.minusNanos(1));
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    assertThat(seen).isEmpty();
    clock.advance(Duration.ofNanos(1));
    assertThat(next()).asString().startsWith("stock-");
  }

  @ParameterizedTest
  @EnumSource
  void item28_immediate_neverMeetsTheWheel(Kind kind) throws Exception {
    Scheduler scheduler = make(kind);
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.schedule(this::noteThread);
    assertThat(next()).asString().startsWith("stock-");
    scheduler.schedule(this::noteThread, 0, SECONDS);
    assertThat(next()).asString().startsWith("stock-");
    worker.schedule(this::noteThread);
    assertThat(next()).asString().startsWith("stock-");
    worker.schedule(this::noteThread, -1, SECONDS);
    assertThat(next()).asString().startsWith("stock-");
    assertThat(timer.stats().armed()).isZero();
  }

  @Test
  void item28_defaultTimeout_waitsOnTheWheel() throws Exception {
    Schedulers.setFactory(factory);
    Flux.never().timeout(SECOND).subscribe(element -> {}, error -> noteThread());
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    clock.advance(SECOND);
    assertThat(next()).asString().startsWith("parallel-");
  }

  @Test
  void item28_blockingOnAParallelThread_isRefusedAsEver() throws Exception {
    Schedulers.setFactory(factory);
    AtomicReference<Thread> thread = new AtomicReference<>();
    Mono.delay(SECOND)
        .doOnNext(tick -> thread.set(Thread.currentThread()))
        .map(tick -> Mono.never().block())
        .subscribe(value -> {}, seen::add);
    clock.advance(SECOND);
    assertThat(next()).asString().contains("block");
    assertThat(thread.get()).isInstanceOf(NonBlocking.class);
  }

  @Test
  void item28_interval_keepsItsRateUntilDisposedOf() throws Exception {
    Schedulers.setFactory(factory);
    AtomicLong ticks = new AtomicLong();
    Disposable interval = Flux.interval(HOUR).subscribe(seen::add);
    runsEachHour(ticks::getAndIncrement, interval);
  }

  @ParameterizedTest
  @EnumSource
  void item28_periodic_keepsItsRateUntilDisposedOf(Kind kind) throws Exception {
    Scheduler scheduler = make(kind);
    Disposable task = scheduler.schedulePeriodically(() -> seen.add("run"), 1, 1, HOURS);
    runsEachHour(() -> "run", task);
  }

  private void runsEachHour(Supplier<Object> expected, Disposable task) throws Exception {
    for (int i = 0; i < 5; i++) {
      clock.advance(HOUR);
      assertThat(next()).isEqualTo(expected.get());
      while (timer.pendingTimeouts() == 0) {
        Waiting.spin(); // the period goes on once the task has run
      }
    }
    task.dispose();
    assertThat(timer.pendingTimeouts()).isZero();
    clock.advance(HOUR);
    assertThat(seen).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void item28_worker_keepsTheOrderOfDeadlinesOneAtATime(Kind kind) {
    Scheduler scheduler = make(kind);
    Scheduler.Worker worker = scheduler.createWorker();
    List<Integer> unguarded = new java.util.ArrayList<>();
    CountDownLatch done = new CountDownLatch(1000);
    for (int i = 999; i >= 0; i--) {
      int place = i;
      worker.schedule(
          () -> {
            unguarded.add(place);
            done.countDown();
          },
          1 + place / 10,
          SECONDS);
    }
    clock.advance(Duration.ofSeconds(200));
    assertThat(await(done)).isTrue();
    List<Integer> expected =
        java.util.stream.IntStream.range(0, 1000).mapToObj(i -> i / 10 * 10 + 9 - i % 10).toList();
    assertThat(unguarded).isEqualTo(expected);
  }

  /** A drain yields after a number of tasks; any of these may be the last before it. */
  @ParameterizedTest
  @EnumSource
  void worker_tasksThatMoveTheClock_runsWhatIsDueByThen(Kind kind) {
    Scheduler scheduler = make(kind);
    Scheduler.Worker worker = scheduler.createWorker();
    CountDownLatch done = new CountDownLatch(300);
    for (int i = 1; i <= 300; i++) {
      worker.schedule(
          () -> {
            clock.advance(Duration.ofSeconds(1));
            done.countDown();
          },
          i,
          SECONDS);
    }
    clock.advance(Duration.ofSeconds(1));
    assertThat(await(done)).isTrue();
  }

  private static boolean await(CountDownLatch done) {
    try {
      return done.await(30, SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void item28_disposedTask_leavesTheWheel(Kind kind) {
    Scheduler scheduler = make(kind);
    Scheduler.Worker worker = scheduler.createWorker();
    Disposable direct = scheduler.schedule(() -> seen.add("direct"), 1, SECONDS);
    Disposable ofWorker = worker.schedule(() -> seen.add("of a Worker"), 1, SECONDS);
    direct.dispose();
    ofWorker.dispose();
    assertThat(timer.pendingTimeouts()).isZero();
    worker.schedule(() -> seen.add("of a disposed Worker"), 1, SECONDS);
    worker.dispose();
    assertThat(worker.isDisposed()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
    clock.advance(SECOND);
    assertThat(seen).isEmpty();
  }

  /** Reactor files a scheduler's meters under the name of the stock one, and users look there. */
  @ParameterizedTest
  @EnumSource
  void item24_name_isThatOfTheStockScheduler_whichItsMetersAreFiledUnder(Kind kind) {
    Schedulers.addExecutorServiceDecorator(
        "meters",
        (owner, service) -> {
          seen.add(Scannable.from(owner).name());
          return service;
        });
    Scheduler scheduler = make(kind);
    Scheduler stock = kind.make(new Schedulers.Factory() {});
    assertThat(scheduler).hasToString(stock.toString());
    assertThat(Scannable.from(scheduler).name()).isEqualTo(stock.toString());
    assertThat(seen).allMatch(stock.toString()::equals);
    if (kind == Kind.PARALLEL) {
      assertThat(Scannable.from(scheduler).inners()).hasSize(3);
      assertThat(seen).isNotEmpty();
    }
    scheduler.dispose();
    stock.dispose();
  }

  @ParameterizedTest
  @EnumSource
  void item24_scan_showsWhatWaitsOnTheWheel_asOneMoreInner(Kind kind) {
    Scheduler scheduler = make(kind);
    scheduler.schedule(() -> {}, 1, HOURS);
    scheduler.schedulePeriodically(() -> {}, 1, 1, HOURS);
    scheduler.createWorker().schedule(() -> {}, 1, HOURS);
    assertThat(buffered(scheduler).sum()).isEqualTo(3);
  }

  @Test
  void item24_scan_ofTheOneMoreInner_countsWhatWorkersRun_too() {
    Scheduler scheduler =
        new ReactorDelegatingScheduler(timer, Schedulers.fromExecutor(Runnable::run), 10, 0);
    Runnable counts = () -> buffered(scheduler).forEach(seen::add);
    scheduler.createWorker().schedule(counts);
    assertThat(seen).containsExactly(1);
    scheduler.dispose();
  }

  private static IntStream buffered(Scheduler scheduler) {
    return Scannable.from(scheduler)
        .inners()
        .mapToInt(inner -> inner.scanOrDefault(Scannable.Attr.BUFFERED, 0));
  }

  @ParameterizedTest
  @EnumSource
  void item27_disposedGracefully_withADelayThatWaits_acceptsNothing_ofWorkersEither(Kind kind) {
    Scheduler scheduler = make(kind);
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.schedule(() -> seen.add("delayed"), 1, SECONDS);
    scheduler.disposeGracefully().subscribe();
    assertRejected(() -> worker.schedule(() -> {}));
    assertRejected(() -> scheduler.createWorker().schedule(() -> {}));
  }

  @Test
  void item28_failure_goesWhereReactorSendsIt() throws Exception {
    Schedulers.onHandleError("test", (thread, error) -> seen.add(error.getMessage()));
    Scheduler scheduler = make(Kind.SINGLE);
    scheduler.schedule(
        () -> {
          throw new IllegalStateException("on purpose");
        },
        1,
        SECONDS);
    clock.advance(SECOND);
    assertThat(next()).isEqualTo("on purpose");
  }
}
