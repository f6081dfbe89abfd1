package io.loomwheel.soak.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private final Ledger ledger = new Ledger();

  @Test
  void settle_eachCameToOneEnd_isZero() {
    fired(5, 10);
    ledger.open("one").rejected();
    cancelled();
    accepted(false).returned();

    Balance balance = settled();

    assertThat(balance).isEqualTo(new Balance(4, 1, 1, 1, 1, 0, 0, 0, 0));
    assertThat(balance.isZero()).isTrue();
    assertThat(ledger.wrong()).isEmpty();
  }

  @Test
  void settle_nothingHeardOfOne_isLost() {
    accepted(false);

    assertThat(settled().lost()).isOne();
    assertThat(settled().isZero()).isFalse();
    assertThat(ledger.wrong()).isNotEmpty();
  }

  @Test
  void settle_ranTwice_isTwice() {
    Entry entry = fired(5, 10);
    entry.ran(20);

    assertThat(settled().twice()).isOne();
    assertThat(settled().isZero()).isFalse();
  }

  @Test
  void settle_ranAfterItsCancelSaidItNeverWould_isTwice() {
    cancelled().ran(20);

    assertThat(settled().twice()).isOne();
  }

  @Test
  void settle_lostOneMadeUpForByAnotherThatRanTwice_isNotZero() {
    accepted(false);
    fired(5, 10).ran(11);

    assertThat(settled().difference()).isZero();
    assertThat(settled().isZero()).isFalse();
  }

  @Test
  void settle_ranANanosecondBeforeItsDelayHadPassed_isEarly() {
    fired(5, 5);
    fired(5, 4);

    assertThat(settled().early()).isOne();
    assertThat(settled().isZero()).isFalse();
  }

  @Test
  void settle_ranEarlyButNobodyKnowsItsDeadline_isExcused() {
    fired(5, 4).excuse();

    assertThat(settled().early()).isZero();
    assertThat(settled().excused()).isOne();
  }

  @Test
  void settle_putOff_isDueLater() {
    Entry entry = accepted(true);
    entry.reschedule(3, 5);
    entry.ran(7);

    assertThat(settled().early()).isOne();
  }

  @Test
  void settle_handleIsOver_wasReturnedUnlessItsOwnerAskedForACancel() {
    Handle stopped = new Handle(false);
    accepted(stopped);
    Handle cancelled = new Handle(false);
    accepted(cancelled).cancel();
    stopped.over = true;
    cancelled.over = true;

    assertThat(settled()).isEqualTo(new Balance(2, 0, 1, 1, 0, 0, 0, 0, 0));
  }

  @Test
  void dropped_handleIsOverThoughNobodyEndedIt_isNamed() {
    Handle handle = new Handle(false);
    accepted(handle);
    assertThat(ledger.dropped(() -> false, 0)).isEmpty();

    handle.over = true;

    assertThat(ledger.dropped(() -> false, 0)).hasSize(1);
  }

  /** An operation is over by its handle just before its callback runs. */
  @Test
  void dropped_endedWhileTheLedgerLooks_isNotNamed() {
    Handle handle = new Handle(false);
    Entry entry = accepted(handle);
    handle.over = true;

    BooleanSupplier endsIt =
        () -> {
          entry.ran(20);
          return false;
        };

    assertThat(ledger.dropped(endsIt, 1_000_000_000)).isEmpty();
  }

  @Test
  void settle_taskNotNotifiedOfItsCancel_isNamed() {
    Entry entry = ledger.open("one");
    entry.expectsTelling();
    entry.accepted(new Handle(true));
    entry.cancel();

    settled();
    assertThat(ledger.wrong()).singleElement().asString().contains("mistold");
  }

  @Test
  void settle_cameBeforeOneThatWasDueSooner_isNamed() {
    ranOnDriver(due(0, 5, 1));
    ranOnDriver(due(0, 20, 1));
    ranOnDriver(due(10, 5, 11)); // it was armed in time
    ranOnDriver(due(0, 30, 1));

    settled();
    assertThat(ledger.wrong()).singleElement().asString().contains("due sooner", "delay 20");
    assertThat(ledger.handedOn()).isEqualTo(4);
  }

  @Test
  void settle_cameBeforeOneThatMayHaveBeenDueLater_isWell() {
    ranOnDriver(due(0, 20, 1));
    ranOnDriver(due(0, 19, 2)); // the clock may have been read at 2
    Entry excused = due(0, 1, 1);
    excused.excuse();
    ranOnDriver(excused);
    Entry contended = due(0, 30, 1);
    contended.contend(0, 2);
    ranOnDriver(contended);
    ranOnDriver(due(18, 0, 19)); // which is run by the thread that arms

    settled();
    assertThat(ledger.wrong()).isEmpty();
  }

  private Entry due(long from, long delay, long armedBy) {
    Entry entry = accepted(false);
    entry.due(from, delay);
    entry.armedBy(armedBy);
    return entry;
  }

  private void ranOnDriver(Entry entry) {
    entry.ran(100);
    ledger.handedOn(entry);
  }

  private Entry fired(long delay, long at) {
    Entry entry = accepted(false);
    entry.due(0, delay);
    entry.ran(at);
    return entry;
  }

  private Entry cancelled() {
    Entry entry = accepted(true);
    entry.cancel();
    return entry;
  }

  private Entry accepted(boolean known) {
    return accepted(new Handle(known));
  }

  private Entry accepted(Handle handle) {
    Entry entry = ledger.open("one");
    entry.accepted(handle);
    return entry;
  }

  private Balance settled() {
    return ledger.settle(() -> false, 1);
  }

  /** Whose cancel and reschedule prove what they say, or nothing. */
  private static final class Handle implements Ticket {
    private final boolean known;
    private boolean over;

    Handle(boolean known) {
      this.known = known;
    }

    @Override
    public boolean cancel() {
      return known;
    }

    @Override
    public boolean isOver() {
      return over;
    }

    @Override
    public long reschedule(long delayNanos) {
      return known ? delayNanos : REFUSED;
    }
  }
}
