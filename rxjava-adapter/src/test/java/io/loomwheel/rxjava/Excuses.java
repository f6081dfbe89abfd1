package io.loomwheel.rxjava;

import static io.loomwheel.rxjava.Way.CALLER;
import static io.loomwheel.rxjava.Way.COARSE;
import static io.loomwheel.rxjava.Way.HASHED;
import static io.loomwheel.rxjava.Way.ONE_THREAD;
import static io.loomwheel.rxjava.Way.PLAIN;
import static io.loomwheel.rxjava.Way.POOL;
import static io.loomwheel.rxjava.Way.TIMING_COMPUTATION;
import static io.loomwheel.rxjava.Way.TIMING_EXECUTOR;
import static io.loomwheel.rxjava.Way.TIMING_NEW_THREAD;
import static io.loomwheel.rxjava.Way.TIMING_SINGLE;
import static io.loomwheel.rxjava.Way.TIMING_TRAMPOLINE;
import static io.loomwheel.rxjava.Way.VIRTUAL_THREADS;
import static io.loomwheel.rxjava.Way.WITHOUT_INTERRUPTS;

import io.loomwheel.contract.SchedulerContract;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The one table of the demands that a way to build a scheduler can't keep by its nature, and why;
 * and of the tests that build their own, or take too long to run on each way by default.
 */
final class Excuses implements BeforeEachCallback {
  /** Runs everything everywhere: {@code -Pthorough}. */
  private static final boolean IN_FULL = Boolean.getBoolean("loomwheel.thorough");

  /** Where tasks run on the thread that submits them, or that of the driver. */
  private static final Set<Way> INLINE = EnumSet.of(CALLER, TIMING_TRAMPOLINE);

  private static final Set<Way> FEW_THREADS =
      EnumSet.of(POOL, ONE_THREAD, TIMING_COMPUTATION, TIMING_SINGLE, TIMING_EXECUTOR);

  private static final Set<Way> DELEGATING =
      Stream.of(Way.values()).filter(Way::delegates).collect(Collectors.toSet());

  private static final Set<Way> VIRTUAL =
      EnumSet.of(PLAIN, WITHOUT_INTERRUPTS, HASHED, COARSE, VIRTUAL_THREADS);

  /** Where tasks start virtual threads without the relay; RxJava 4 has one way more to do so. */
  private static final Set<Way> OF_THE_JDK =
      Stream.of(Way.values())
          .filter(way -> way.name().contains("VIRTUAL"))
          .collect(Collectors.toSet());

  /** The same, where one carrier runs all virtual threads. */
  private static final Set<Way> ON_ONE_CARRIER =
      Runtime.getRuntime().availableProcessors() == 1 ? OF_THE_JDK : Set.of();

  /** A row of the table. */
  record Excuse(String reason, Set<Way> ways, List<String> tests) {
    boolean holds(Way way, String test) {
      return ways.contains(way) && tests.contains(test);
    }
  }

  static final List<Excuse> BY_NATURE =
      List.of(
          excuse(
              "a task that blocks, or never runs dry, keeps the thread that submits it",
              INLINE,
              "busyWorkers_onAllCarriers_letOthersThrough",
              "dispose_fromAnotherThread_interruptsWhatRuns",
              "dispose_interruptsWhatRuns_manyAtOnceToo",
              "dispose_leavesEveryHandleDisposed_ofWhatRunsAndIsQueuedToo",
              "dispose_whereNobodyInterrupts_letsWhatRunsEnd_whicheverIsDisposedOf",
              "periodNotPositive_isSubmittedAgainAfterEachRun",
              "schedule_whatBlocks_holdsUpNobody"),
          excuse(
              "there are fewer threads than tasks that block",
              FEW_THREADS,
              "dispose_interruptsWhatRuns_manyAtOnceToo",
              "schedule_whatBlocks_holdsUpNobody"),
          excuse(
              "the one thread, or event loop, waits for itself",
              EnumSet.of(ONE_THREAD, TIMING_SINGLE, TIMING_COMPUTATION),
              "item28_task_mayBlockOnTheSameScheduler"),
          excuse(
              "the threads are not the relay's",
              EnumSet.complementOf(EnumSet.copyOf(VIRTUAL)),
              "schedule_runsOnThreadsOfTheRelay"),
          excuse(
              "the JDK's carriers prefer what they have started themselves to what comes from"
                  + " outside",
              OF_THE_JDK,
              "busyWorkers_onAllCarriers_letOthersThrough"),
          excuse(
              "the one carrier of the JDK's prefers what it has started itself",
              ON_ONE_CARRIER,
              "periodNotPositive_isSubmittedAgainAfterEachRun"),
          excuse(
              "nobody is interrupted",
              EnumSet.of(WITHOUT_INTERRUPTS),
              "dispose_fromAnotherThread_interruptsWhatRuns",
              "dispose_interruptsWhatRuns_manyAtOnceToo",
              "dispose_leavesEveryHandleDisposed_ofWhatRunsAndIsQueuedToo"),
          excuse(
              "RxJava's own schedulers call the hook as well, when they are handed a task",
              DELEGATING,
              "item23_onSchedule_onceOnEveryPath_onTheCallersThread_withWhatWasSubmitted",
              "item23_onSchedule_whatItReturnsIsWhatRuns"),
          excuse(
              "each of 40,000 tasks starts a thread",
              EnumSet.of(TIMING_NEW_THREAD),
              "schedule_fromManyThreads_losesNothing"),
          excuse(
              "what is due waits for the end of its tick of 8 ms, and the test for the nanosecond",
              EnumSet.of(COARSE),
              "dispose_betweenHandingOverAndTheRun_neverRuns",
              "dispose_fromItsOwnThread_neverInterrupts",
              "dispose_fromItsOwnTask_doesNotInterrupt",
              "item21_start_ofARunningScheduler_changesNothing",
              "item21_shutdown_isSilent_andStartRevivesTheScheduler_butNoWorkerOfBefore",
              "isDisposed_ofATaskThatThrew_isTrue",
              "schedule_withDelay_runsOnceThenAndNotBefore",
              "schedule_shorterThanATick_isNeverEarly",
              "isDisposed_falsePendingAndRunning_trueOnceDoneOrDisposed",
              "item23_onSchedule_whatItReturnsIsWhatRuns",
              "item23_onSchedule_onceOnEveryPath_onTheCallersThread_withWhatWasSubmitted",
              "initialDelayNotPositive_isAtOnce_onAFreshTimerToo",
              "runs_catchUpOneByOneWhenLate",
              "runs_keepAFixedRateUntilDisposed",
              "runs_afterALongPause_areAllMadeUp_whateverTheTimeOfDay",
              "item16_failure_goesOnceAndRawToOnError_errorsAndCheckedOnesToo",
              "item17_handlerThatFails_neitherWedgesAWorkerNorReachesTheWheel",
              "item18_periodicThatThrows_isReportedOnceAndNeverRunsAgain",
              "item20_rejectingExecutor_whenDue_isReportedAndTheTaskDisposed",
              "action_isDroppedOnceATaskIsDoneOrDisposed_andItsHandleKept",
              "oneShotThatThrows_leavesTheWorkerWorking",
              "order_withoutDelay_isBehindWhatIsDueAtTheSameMoment"));

  static final List<Excuse> BUILT_ALIKE =
      List.of(
          excuse(
              "the test builds its schedulers itself, or measures those of this way",
              EnumSet.complementOf(EnumSet.of(PLAIN)),
              "item04_submission_allocatesTheTaskAlone_andNoWorker",
              "item13_schedule_disposedOfByTheTaskThatItTook_isNoRefusal",
              "item20_operatorOnAFullExecutor_staysSilentButForTheReport",
              "item20_rejectingExecutor_betweenTwoBatches_losesNothing",
              "item20_rejectingExecutor_whenDue_isReportedAndTheTaskDisposed",
              "item20_rejectingExecutor_withoutDelay_isReportedToTheCaller",
              "item21_shutdown_byATaskOnTheDriver_stopsTheTimerAllTheSame",
              "item25_toString_saysWhatIsRunning_ofTasksAndSchedulers",
              "item30_types_areOnlyPublicOnesOfRxJava"));

  static final List<Excuse> LONG =
      List.of(
          excuse(
              "takes long: with -Pthorough alone",
              EnumSet.complementOf(EnumSet.of(PLAIN)),
              "busyWorkers_onAllCarriers_letOthersThrough",
              "dispose_racingWithSubmissions_leavesNothingBehind",
              "dispose_whileTasksRun_skipsNoneOfThoseBeforeTheLastThatRan",
              "pendingTasks_haveNoCapByDefault",
              "heap_afterDisposeOfAWorkerWith100000OneDayTimers_isBackAtOnce",
              "order_ofManyThreads_isSerialAndKeepsThatOfEach",
              "order_ofATaskThatSubmitsItselfAMillionTimes_takesNoStack"));

  private static Excuse excuse(String reason, Set<Way> ways, String... tests) {
    return new Excuse(reason, ways, List.of(tests));
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    SchedulerContract suite = (SchedulerContract) context.getRequiredTestInstance();
    Way way = ((RxEcosystem) suite.ecosystem()).way();
    String test = context.getRequiredTestMethod().getName();
    List<Excuse> all = new ArrayList<>(BY_NATURE);
    all.addAll(BUILT_ALIKE);
    if (!IN_FULL) {
      all.addAll(LONG);
    }
    for (Excuse excuse : all) {
      Assumptions.assumeFalse(excuse.holds(way, test), excuse.reason());
    }
  }
}
