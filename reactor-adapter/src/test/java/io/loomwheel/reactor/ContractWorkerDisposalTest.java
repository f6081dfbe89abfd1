package io.loomwheel.reactor;

import io.loomwheel.contract.WorkerDisposalContract;

/**
 * What Reactor's contract demands of disposing of a Worker: item 17, inherited:
 *
 * <pre>
 *   item17  dispose_leavesEveryHandleDisposed_ofWhatRunsAndIsQueuedToo,
 *           dispose_dropsAllThatIsPending_andLeavesOtherWorkersAlone,
 *           dispose_fromItsOwnTask_dropsTheRestWithoutInterrupting,
 *           dispose_whileTasksRun_skipsNoneOfThoseBeforeTheLastThatRan,
 *           dispose_racingWithSubmissions_leavesNothingBehind, dispose_ofOneTask_leavesTheOthers
 * </pre>
 */
class ContractWorkerDisposalTest extends WorkerDisposalContract {
  ContractWorkerDisposalTest() {
    super(new ReactorEcosystem());
  }
}
