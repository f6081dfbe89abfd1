package io.loomwheel.rxjava;

import io.loomwheel.contract.WorkerContract;

/**
 * What RxJava's contract demands of the order of a Worker's tasks: items 1 to 3, 17 and 27.
 * Inherited:
 *
 * <pre>
 *   item01  order_ofManyThreads_isSerialAndKeepsThatOfEach,
 *           order_holdsOnARealClockAcrossLevelsOfTheWheel
 *   item02  order_withoutDelay_isFifoAndNeverNests,
 *           order_ofATaskThatSubmitsItselfAMillionTimes_takesNoStack
 *   item03  order_isThatOfDeadlinesThenOfSubmission, order_holdsOnARealClockAcrossLevelsOfTheWheel,
 *           order_ofManyThreads_isSerialAndKeepsThatOfEach
 *   item17  oneShotThatThrows_leavesTheWorkerWorking
 *   item27  busyWorkers_onAllCarriers_letOthersThrough
 * </pre>
 */
@OnEveryWay
class ContractWorkerTest extends WorkerContract {
  ContractWorkerTest(Way way) {
    super(new RxEcosystem(way));
  }
}
