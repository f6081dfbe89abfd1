package io.loomwheel.reactor;

import io.loomwheel.contract.PeriodicContract;

/**
 * What Reactor's contract demands of periodic tasks: items 13 to 15, all of them inherited:
 *
 * <pre>
 *   item13  runs_keepAFixedRateUntilDisposed, runs_catchUpOneByOneWhenLate,
 *           runs_onARealClock_areNeverEarlyAndKeepTheRate,
 *           runs_afterALongPause_areAllMadeUp_whateverTheTimeOfDay
 *   item14  runs_neverOverlapAndSeeWhatTheLastOneWrote
 *   item15  initialDelayNotPositive_isAtOnce_onAFreshTimerToo,
 *           periodNotPositive_isSubmittedAgainAfterEachRun,
 *           periodNotPositive_disposedByItsOwnWorker_stops
 * </pre>
 */
class ContractPeriodicTest extends PeriodicContract {
  ContractPeriodicTest() {
    super(new ReactorEcosystem());
  }
}
