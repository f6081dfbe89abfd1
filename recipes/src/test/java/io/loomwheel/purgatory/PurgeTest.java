package io.loomwheel.purgatory;

import static io.loomwheel.hangwatch.Waiting.isCollected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loomwheel.Timeout;
import io.loomwheel.Timer;
import io.loomwheel.TimerTask;
import io.loomwheel.purgatory.WatchList.Watch;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.vm.VM;

/** What a purgatory keeps of what has ended (KAFKA-19763). */
class PurgeTest extends PurgatoryTestBase {
  @Test
  void entries_howeverTheirOperationEnds_goAtOnce() {
    Purgatory<String> purgatory = Purgatory.on(timer);
    for (int i = 0; i < 500; i++) {
      Waiting operation = new Waiting();
      purgatory.tryCompleteElseWatch(operation, List.of("k" + i % 7, "own" + i));
      if (i % 3 == 0) {
        clock.advance(Waiting.DELAY);
      } else {
        operation.forceComplete();
      }
      assertThat(purgatory.watched()).isZero();
      assertThat(purgatory.delayed()).isZero();
      assertThat(purgatory.lists).isEmpty();
    }
  }

  @Test
  void checkAndComplete_oneUnderTheKeyHasEnded_isNotTriedAgain() {
    Waiting gone = new Waiting();
    Waiting stays = new Waiting();
    purgatory.tryCompleteElseWatch(gone, List.of("a"));
    purgatory.tryCompleteElseWatch(stays, List.of("a"));
    gone.forceComplete();

    assertThat(purgatory.checkAndComplete("a")).isZero();

    assertThat(gone.attempts).isEqualTo(2);
    assertThat(stays.attempts).isEqualTo(3);
    assertThat(purgatory.watched()).isEqualTo(1);
    assertThat(purgatory.delayed()).isEqualTo(1);
  }

  @Test
  void tryCompleteElseWatch_allUnderTheKeyHaveEnded_isFoundByACheck() {
    Waiting gone = new Waiting();
    purgatory.tryCompleteElseWatch(gone, List.of("a"));
    gone.forceComplete();

    Waiting next = new Waiting();
    purgatory.tryCompleteElseWatch(next, List.of("a"));
    next.condition = () -> true;

    assertThat(purgatory.checkAndComplete("a")).isEqualTo(1);
  }

  @Test
  void keys_nothingWaitsUnderThem_haveNoList() {
    List<Waiting> operations = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      operations.add(new Waiting());
      purgatory.tryCompleteElseWatch(operations.get(i), List.of("a", "k" + i));
    }
    assertThat(purgatory.lists).hasSize(11);

    operations.subList(1, 10).forEach(DelayedOperation::forceComplete);
    assertThat(purgatory.lists).hasSize(2);
    purgatory.cancelForKey("a");

    assertThat(purgatory.lists).isEmpty();
  }

  @Test
  void forceComplete_fromTheMiddleAndTheEnds_keepsTheOthersInOrder() {
    List<DelayedOperation> operations = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      operations.add(new Waiting());
      purgatory.tryCompleteElseWatch(operations.get(i), List.of("a"));
    }
    for (int gone : new int[] {3, 0, 6}) {
      operations.get(gone).forceComplete();
    }

    assertThat(purgatory.cancelForKey("a"))
        .containsExactly(
            operations.get(1), operations.get(2), operations.get(4), operations.get(5));
  }

  @Test
  void operation_ended_isUnreachableAtOnce() {
    assertIsCollectedOnceEnded(purgatory);
  }

  @Test
  void operation_ended_isNotReachableByTheTaskThatATimerKeeps() {
    List<TimerTask> kept = new ArrayList<>();
    Timer keeps =
        new Timer() {
          @Override
          public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
            kept.add(task);
            return timer.newTimeout(task, delay, unit);
          }

          @Override
          public Set<Timeout> stop() {
            return timer.stop();
          }
        };
    assertIsCollectedOnceEnded(Purgatory.on(keeps));
    assertThat(kept).hasSize(2);
  }

  private static void assertIsCollectedOnceEnded(Purgatory<String> purgatory) {
    purgatory.tryCompleteElseWatch(new Waiting(), List.of("a"));
    Waiting operation = new Waiting();
    WeakReference<Waiting> reference = new WeakReference<>(operation);
    purgatory.tryCompleteElseWatch(operation, List.of("a", "b"));
    operation.forceComplete();
    operation = null;

    assertThat(isCollected(reference)).isTrue();
  }

  @Test
  void name_blank_saysValueAndRule() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Purgatory.builder().name(" "))
        .withMessage("name must not be blank, was ' '");
  }

  /** References take four bytes, or eight on heaps from 32 GB on. */
  @Test
  void footprint_isWhatTheJavadocSaysOrMoreWithWideReferences() {
    boolean wide = VM.current().sizeOfField(Object.class.getName()) == 8;
    assertThat(ClassLayout.parseClass(DelayedOperation.class).instanceSize())
        .isLessThanOrEqualTo(40);
    assertThat(ClassLayout.parseClass(Registration.class).instanceSize())
        .isLessThanOrEqualTo(wide ? 56 : 32);
    assertThat(ClassLayout.parseClass(Watch.class).instanceSize())
        .isLessThanOrEqualTo(wide ? 56 : 32);
  }
}
