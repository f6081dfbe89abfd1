package io.loomwheel.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.contract.Handle;
import io.loomwheel.contract.InterruptContract;
import io.loomwheel.contract.LifecycleContract;
import io.loomwheel.contract.PeriodicContract;
import io.loomwheel.contract.RejectionContract;
import io.loomwheel.contract.SchedulerContract;
import io.loomwheel.contract.SubmissionContract;
import io.loomwheel.contract.Taker;
import io.loomwheel.contract.WorkerContract;
import io.loomwheel.contract.WorkerDisposalContract;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;

/**
 * The suites of the shared contract on every way to build a scheduler. What memory holds on to is
 * not asked again here: no way differs in that, and it takes long.
 *
 * <p>A test that moves its clock sees what came of it at once: where tasks run on other threads,
 * whoever hands one over waits for it ({@link Settled}).
 */
@ExtendWith(ContractMatrixTest.Exemptions.class)
class ContractMatrixTest {
  private static final String ALL = "io.loomwheel.reactor.ContractMatrixTest#ways";

  /** On each build; {@code -Pthorough} asks for all, which take some forty seconds. */
  private static final Set<Way> REPRESENTATIVE =
      EnumSet.of(Way.HASHED_WHEEL, Way.ONE_THREAD, Way.INLINE, Way.PARALLEL, Way.FROM_EXECUTOR);

  /** Why a demand is not made of a way. A test that is not here is run on all of them. */
  private record Exemption(Predicate<Way> of, String reason) {}

  private static final Exemption BLOCKS_MANY =
      new Exemption(way -> !way.hasManyThreads(), "it blocks more threads than there are");
  private static final Exemption ENDLESS =
      new Exemption(Way::isInline, "a task that submits itself never lets its submitter go on");
  private static final Exemption NOBODY_INTERRUPTED =
      new Exemption(
          way -> way == Way.NO_INTERRUPTS || way == Way.FROM_EXECUTOR || way.isInline(),
          "nobody is interrupted, by request, or what runs on the test's thread would block");

  private static final Map<String, Exemption> EXEMPTIONS =
      Map.ofEntries(
          Map.entry("dispose_fromAnotherThread_interruptsWhatRuns", NOBODY_INTERRUPTED),
          Map.entry(
              "dispose_leavesEveryHandleDisposed_ofWhatRunsAndIsQueuedToo", NOBODY_INTERRUPTED),
          Map.entry(
              "dispose_whereNobodyInterrupts_letsWhatRunsEnd_whicheverIsDisposedOf",
              new Exemption(
                  way -> way.isInline() || way.delegates(),
                  "a scheduler that hands over to another interrupts; inline, the test would block")),
          Map.entry(
              "dispose_interruptsWhatRuns_manyAtOnceToo",
              new Exemption(
                  way -> !way.hasManyThreads() || way == Way.NO_INTERRUPTS,
                  "it blocks more threads than there are, or nobody is interrupted")),
          Map.entry(
              "dispose_ofItsOwnTimer_endsTheThreadWithin500Millis",
              new Exemption(
                  way ->
                      way.delegates()
                          || way == Way.ON_A_TIMER
                          || way == Way.HASHED_WHEEL
                          || way == Way.COARSE_TICK,
                  "the timer is not its own")),
          Map.entry(
              "schedule_runsOnThreadsOfTheRelay",
              new Exemption(way -> !way.isVirtual(), "its threads are others by request")),
          Map.entry("schedule_whatBlocks_holdsUpNobody", BLOCKS_MANY),
          Map.entry(
              "busyWorkers_onAllCarriers_letOthersThrough",
              new Exemption(
                  way -> way.isInline() || way == Way.VIRTUAL_THREADS,
                  "a task that submits itself never lets its submitter go on; and the JDK's carriers"
                      + " prefer the virtual threads that they start themselves, for ever")),
          Map.entry("periodNotPositive_isSubmittedAgainAfterEachRun", ENDLESS),
          Map.entry(
              "runs_catchUpOneByOneWhenLate",
              new Exemption(
                  Way::runsOnOtherThreads,
                  "its task moves the clock, which the test's thread is moving")));

  static Stream<Way> ways() {
    return Boolean.getBoolean("loomwheel.thorough")
        ? Arrays.stream(Way.values())
        : REPRESENTATIVE.stream();
  }

  /** Shows as aborted, with the reason, what the table exempts. */
  static final class Exemptions implements BeforeEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
      Exemption exemption = EXEMPTIONS.get(context.getRequiredTestMethod().getName());
      SchedulerContract test = (SchedulerContract) context.getRequiredTestInstance();
      Way way = ((Way.Ecosystem) test.ecosystem()).way();
      if (exemption != null && exemption.of().test(way)) {
        throw new TestAbortedException(way + ": " + exemption.reason());
      }
    }
  }

  @Nested
  @ParameterizedClass
  @MethodSource(ALL)
  class Interrupts extends InterruptContract {
    Interrupts(Way way) {
      super(way.ecosystem());
    }
  }

  @Nested
  @ParameterizedClass
  @MethodSource(ALL)
  class Lifecycle extends LifecycleContract {
    Lifecycle(Way way) {
      super(way.ecosystem());
    }
  }

  @Nested
  @ParameterizedClass
  @MethodSource(ALL)
  class Periods extends PeriodicContract {
    Periods(Way way) {
      super(way.ecosystem());
    }
  }

  @Nested
  @ParameterizedClass
  @MethodSource(ALL)
  class Rejections extends RejectionContract {
    Rejections(Way way) {
      super(way.ecosystem());
    }
  }

  @Nested
  @ParameterizedClass
  @MethodSource(ALL)
  class Submissions extends SubmissionContract {
    Submissions(Way way) {
      super(way.ecosystem());
    }
  }

  @Nested
  @ParameterizedClass
  @MethodSource(ALL)
  class Workers extends WorkerContract {
    Workers(Way way) {
      super(way.ecosystem());
    }

    @Test
    void secondWorker_afterTheFirstWasDisposedOf_runsAllThatItIsGiven() throws Exception {
      Taker first = real.createWorker();
      CountDownLatch used = new CountDownLatch(1);
      first.schedule(used::countDown);
      await(used);
      first.dispose();
      for (int i = 0; i < 3; i++) {
        Taker next = real.createWorker();
        CountDownLatch done = new CountDownLatch(4);
        next.schedule(done::countDown);
        next.schedule(done::countDown, 1, TimeUnit.MILLISECONDS);
        Handle period =
            accepted(next.schedulePeriodically(done::countDown, 1, 1, TimeUnit.MILLISECONDS));
        await(done);
        assertThat(period.isDisposed()).isFalse();
        next.dispose();
        assertThat(period.isDisposed()).isTrue();
      }
    }
  }

  @Nested
  @ParameterizedClass
  @MethodSource(ALL)
  class WorkerDisposals extends WorkerDisposalContract {
    WorkerDisposals(Way way) {
      super(way.ecosystem());
    }
  }
}
