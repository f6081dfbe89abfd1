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
class ContractRetentionTest extends RetentionContract implements RxContract {
  private final RxEcosystem rxs = (RxEcosystem) ecosystem;

  ContractRetentionTest(Way way) {
    super(new RxEcosystem(way));
  }

  @Override
  public Way way() {
    return rxs.way();
  }
}
