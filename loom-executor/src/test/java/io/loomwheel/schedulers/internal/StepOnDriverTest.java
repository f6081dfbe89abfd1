package io.loomwheel.schedulers.internal;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.schedulers.internal.SchedulerTaskOwner.SchedulerTask;
import io.loomwheel.schedulers.internal.Target.TargetWorker;
import io.loomwheel.schedulers.internal.TaskOwner.Settings;
import io.loomwheel.schedulers.internal.WorkerTaskOwner.WorkerTask;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who hands over what is due: the driver only if that calls no user code. */
class StepOnDriverTest {
  private static final long MILLISECOND = Duration.ofMillis(1).toNanos();

  private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
  private final RecordedLibrary library = new RecordedLibrary();

  /** What the timer's executor was handed and has dropped. */
  private final BlockingQueue<Runnable> dropped = new LinkedBlockingQueue<>();

  private volatile boolean drops;
  private final WheelTimer timer =
      WheelTimer.builder()
          .name("test")
          .threadFactory(this::driver)
          .taskExecutor(task -> (drops ? (Executor) dropped::add : Relay.shared()).execute(task))
          .build();

  private final Thread test = Thread.currentThread();

  /** Whether there is no memory for the next offer. */
  private final AtomicBoolean shortage = new AtomicBoolean();

  /** Whether there is no memory to find the threads the next time. */
  private final AtomicBoolean noThreads = new AtomicBoolean();

  private boolean callsNoUserCode = true;
  private boolean takes = true;
  private SchedulerTaskOwner scheduler = on(new RecordingTarget(1));

  /** A target that is its own Worker, unless it has threads, and says who calls it. */
  private final class RecordingTarget extends Target implements TargetWorker {
    RecordingTarget(int count) {
      super(library, StepOnDriverTest.this.timer, false);
      find(count);
    }

    void find(int count) {
      threads =
          Stream.generate(() -> new ManualThread(this, this, () -> callsNoUserCode))
              .limit(count)
              .toArray(TargetThread[]::new);
    }

    @Override
    protected TargetThread[] threads() {
      if (noThreads.getAndSet(false)) {
        throw new OutOfMemoryError("on purpose");
      }
      return super.threads();
    }

    @Override
    protected boolean offer(Runnable due) {
      if (shortage.getAndSet(false)) {
        throw new OutOfMemoryError("on purpose");
      }
      return super.offer(due);
    }

    @Override
    protected boolean give(Runnable work) {
      note("given");
      if (takes) {
        Thread.startVirtualThread(work);
      }
      return takes;
    }

    @Override
    protected TargetWorker newWorker() {
      return this;
    }

    @Override
    public boolean hand(WorkerDrain drain) {
      return give(drain);
    }

    @Override
    public void giveBack() {
      note("given back");
    }
  }

  private void note(String what) {
    Thread by = Thread.currentThread();
    boolean isDriver = by.getName().endsWith("driver");
    calls.add(what + (isDriver ? " by the driver" : by == test ? " here" : " by another"));
  }

  private Thread driver(Runnable turns) {
    Thread driver = new Thread(turns, "test-driver");
    driver.setUncaughtExceptionHandler((thread, failure) -> calls.add("told"));
    return driver;
  }

  private SchedulerTaskOwner on(Target target) {
    return new SchedulerTaskOwner(new Settings(library, timer, false, target, true));
  }

  @AfterEach
  void stop() {
    timer.stop();
  }

  private @Nullable String nextCall() throws InterruptedException {
    return calls.poll(5, SECONDS);
  }

  private void armTask() {
    assertThat(scheduler.arm(new SchedulerTask(scheduler, () -> calls.add("ran")) {}, MILLISECOND))
        .isTrue();
  }

  private void armWorker() {
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    WorkerTask task = new WorkerTask(worker, () -> calls.add("ran")) {};
    assertThat(worker.arm(task, MILLISECOND)).isTrue();
  }

  @Test
  void targetThatCallsNoUserCode_isCalledByTheDriver() throws Exception {
    armTask();
    assertThat(nextCall()).isEqualTo("given by the driver");
    assertThat(nextCall()).isEqualTo("ran");
    armWorker();
    assertThat(nextCall()).isEqualTo("given by the driver");
    assertThat(nextCall()).isEqualTo("ran");
  }

  @Test
  void driverThatFindsNoMemory_tellsNoHandler_asThatIsUserCode() throws Exception {
    shortage.set(true);
    armTask();
    assertThat(nextCall()).isEqualTo("given by the driver");
    assertThat(nextCall()).isEqualTo("ran");
    assertThat(shortage).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void anyOtherTarget_isNot(int threads) throws Exception {
    scheduler = on(new RecordingTarget(threads));
    callsNoUserCode = false;
    armTask();
    assertThat(nextCall()).isEqualTo("given by another");
    assertThat(nextCall()).isEqualTo("ran");
    armWorker();
    assertThat(nextCall()).isEqualTo("given by another");
    assertThat(nextCall()).isEqualTo("ran");
  }

  @Test
  void workerThatHasAWorkerOfTheTarget_isForAnyThread_onceThoseAreFound() throws Exception {
    RecordingTarget target = new RecordingTarget(0);
    scheduler = on(target);
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    assertThat(worker.arm(new WorkerTask(worker, () -> calls.add("ran")) {}, 0)).isTrue();
    assertThat(nextCall()).isEqualTo("given here");
    assertThat(nextCall()).isEqualTo("ran");
    target.find(1);
    WorkerTask later = new WorkerTask(worker, () -> calls.add("ran")) {};
    assertThat(worker.arm(later, MILLISECOND)).isTrue();
    assertThat(nextCall()).isEqualTo("given by the driver");
    assertThat(nextCall()).isEqualTo("ran");
  }

  @Test
  void workerThatIsRefused_isDisposedOfByAnother_asThatMayInterrupt() throws Exception {
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    assertThat(worker.arm(new WorkerTask(worker, () -> calls.add("ran")) {}, 0)).isTrue();
    assertThat(nextCall()).isEqualTo("given here");
    assertThat(nextCall()).isEqualTo("ran");
    takes = false;
    assertThat(worker.arm(new WorkerTask(worker, () -> {}) {}, MILLISECOND)).isTrue();
    assertThat(nextCall()).isEqualTo("given by the driver");
    assertThat(nextCall()).isEqualTo("given back by another");
  }

  @Test
  void threadsThatAreNotFoundForLackOfMemory_getTheirTurnsALittleLater() throws Exception {
    noThreads.set(true);
    armTask();
    assertThat(nextCall()).isEqualTo("given by the driver");
    assertThat(nextCall()).isEqualTo("ran");
  }

  @Test
  void handOverThatTheTimersExecutorDrops_isMadeUpForByTheNextOne() throws Exception {
    callsNoUserCode = false;
    drops = true;
    armTask();
    assertThat(dropped.poll(5, SECONDS)).isNotNull();
    drops = false;
    armTask();
    assertThat(nextCall()).isEqualTo("given by another");
    assertThat(nextCall()).isEqualTo("ran");
    assertThat(nextCall()).isEqualTo("ran");
  }

  @Test
  void threadThatIsNotTheDriver_callsTheTargetItself() {
    takes = false;
    scheduler.target.execute(new SchedulerTask(scheduler, () -> calls.add("ran")) {});
    assertThat(calls)
        .as("to a thread, and then to any")
        .containsExactly("given here", "given here");
  }

  /** A scheduler that has the driver run its tasks. */
  private SchedulerTaskOwner inline() {
    return new SchedulerTaskOwner(new Settings(library, timer, false, Runnable::run, false));
  }

  @Test
  void workerOfAStoppedTimer_isDisposedOfByAnother_andDrivenNoMore() throws Exception {
    WorkerTaskOwner worker = new WorkerTaskOwner(inline(), false);
    Runnable stops =
        () -> {
          CompletableFuture.runAsync(() -> timer.stop(Duration.ZERO)).join();
          drops = true;
        };
    assertThat(worker.arm(new WorkerTask(worker, stops) {}, MILLISECOND)).isTrue();
    assertThat(worker.arm(new WorkerTask(worker, () -> {}) {}, 1000 * MILLISECOND)).isTrue();
    Runnable end = dropped.poll(5, SECONDS);
    Runnable again = dropped.poll(50, MILLISECONDS); // as the driver leaves
    assertThat(dropped.poll(50, MILLISECONDS)).as("and again").isNull();
    assertThat(again).isNotNull();
    end.run();
    assertThat(worker.size()).isZero();
  }

  @Test
  void endOfTheLastTaskOnTheDriver_isToldByAnother() throws Exception {
    scheduler = inline();
    library.asItTerminates = () -> note("terminated");
    Runnable drains = () -> CompletableFuture.runAsync(scheduler::drain).join();
    assertThat(scheduler.arm(new SchedulerTask(scheduler, drains) {}, MILLISECOND)).isTrue();
    assertThat(nextCall()).isEqualTo("terminated by another");
  }
}
