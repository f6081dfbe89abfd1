package io.loomwheel.rxjava;

import io.loomwheel.contract.RetentionContract;

/**
 * What RxJava's contract demands of memory: item 15. Inherited:
 *
 * <pre>
 *   item15  action_isDroppedOnceATaskIsDoneOrDisposed_andItsHandleKept,
 *           heap_afterDisposeOfAWorkerWith100000OneDayTimers_isBackAtOnce
 * </pre>
 */
@OnEveryWay
class ContractRetentionTest extends RetentionContract {
  ContractRetentionTest(Way way) {
    super(new RxEcosystem(way));
  }
}
