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

    assertThat(balance).isEqualTo(new Balance(4, 1, 1, 1, 1, 0, 0, 0));
    assertThat(balance.isZero()).isTrue();
    assertThat(ledger.wrong()).isEmpty();
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

    Balance balance = settled();
    assertThat(balance.lost()).isOne();
    assertThat(balance.twice()).isOne();
    assertThat(balance.difference()).isZero();
    assertThat(balance.isZero()).isFalse();
    assertThat(ledger.wrong()).hasSize(2);
  }

  @Test
  void settle_ranANanosecondBeforeItsDelayHadPassed_isEarly() {
    fired(5, 5);
    fired(5, 4);

    Balance balance = settled();
    assertThat(balance.early()).isOne();
    assertThat(balance.isZero()).isFalse();
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

    assertThat(settled()).isEqualTo(new Balance(2, 0, 1, 1, 0, 0, 0, 0));
  }

  @Test
  void expectNo_handleIsOverThoughNobodyEndedIt_isNamed() {
    Handle handle = new Handle(false);
    accepted(handle);
    ledger.expectNo(Entry::isDropped, "over: ", () -> false, 0);
    assertThat(ledger.wrong()).isEmpty();

    handle.over = true;

    ledger.expectNo(Entry::isDropped, "over: ", () -> false, 0);
    assertThat(ledger.wrong()).singleElement().asString().startsWith("over: Entry[one");
  }

  /** An operation is over by its handle just before its callback runs. */
  @Test
  void expectNo_endedWhileTheLedgerLooks_isNotNamed() {
    Handle handle = new Handle(false);
    Entry entry = accepted(handle);
    handle.over = true;

    BooleanSupplier endsIt =
        () -> {
          entry.ran(20);
          return false;
        };

    ledger.expectNo(Entry::isDropped, "over: ", endsIt, 1_000_000_000);
    assertThat(ledger.wrong()).isEmpty();
  }

  @Test
  void expectNo_isDueAndHasNotBegun_isNamedUntilThen() {
    Entry entry = accepted(false);
    entry.due(0, 5);
    ledger.expectNo(one -> one.isOverdue(5), "due: ", () -> false, 0);
    ledger.expectNo(one -> one.isOverdue(6), "due: ", () -> true, 0);
    assertThat(ledger.wrong()).isEmpty();

    ledger.expectNo(one -> one.isOverdue(6), "due: ", () -> false, 0);
    assertThat(ledger.wrong()).hasSize(1);
  }

  @Test
  void settle_taskNotNotifiedOfItsCancel_isNamed() {
    Entry entry = ledger.open("one");
    entry.expectsTelling();
    entry.accepted(new Handle(true).ticket());
    entry.cancel();

    settled();
    assertThat(ledger.wrong()).singleElement().asString().contains("mistold");
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
    entry.accepted(handle.ticket());
    return entry;
  }

  private Balance settled() {
    return ledger.settle(() -> false, 1);
  }

  /** Whose cancel and reschedule prove what they say, or nothing. */
  private static final class Handle {
    private final boolean known;
    private boolean over;

    Handle(boolean known) {
      this.known = known;
    }

    Ticket ticket() {
      return new Ticket(() -> known, () -> over)
          .movedBy(delayNanos -> known ? delayNanos : Ticket.REFUSED);
    }
  }
}
