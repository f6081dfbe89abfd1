package io.loomwheel.reactor;

import io.loomwheel.contract.RetentionContract;

/**
 * What Reactor's users have asked of memory (items 6 and 17: what is disposed of is gone),
 * inherited:
 *
 * <pre>
 *   item06  action_isDroppedOnceATaskIsDoneOrDisposed_andItsHandleKept
 *   item17  heap_afterDisposeOfAWorkerWith100000OneDayTimers_isBackAtOnce
 * </pre>
 */
class ContractRetentionTest extends RetentionContract {
  ContractRetentionTest() {
    super(new ReactorEcosystem());
  }
}
