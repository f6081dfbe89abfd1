package io.loomwheel.reactor;

import io.loomwheel.contract.InterruptContract;

/**
 * What Reactor's contract demands of interrupts: item 7, inherited:
 *
 * <pre>
 *   item07  dispose_fromAnotherThread_interruptsWhatRuns, dispose_fromItsOwnThread_neverInterrupts,
 *           dispose_ofATaskThatKeepsItsInterrupt_leavesTheThreadClean,
 *           dispose_leaksNoInterruptIntoTheNextTask,
 *           dispose_whereNobodyInterrupts_letsWhatRunsEnd_whicheverIsDisposedOf
 * </pre>
 */
class ContractInterruptTest extends InterruptContract {
  ContractInterruptTest() {
    super(new ReactorEcosystem());
  }
}
