package io.loomwheel.purgatory;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * A purgatory against a model, under any script of putting in, opening, checking, forcing, taking
 * out and moving time. A script that fails is shrunk to the shortest.
 */
class PurgatoryPropertiesTest {
  private static final int KEYS = 4;

  enum Deed {
    PUT,
    OPEN,
    CHECK,
    FORCE,
    CANCEL,
    ADVANCE,
    CLOSE
  }

  /**
   * One step.
   *
   * @param deed what to do
   * @param keys under which to put, or which to check or to cancel
   * @param other which operation to open or to force, modulo their number
   * @param nanos the delay, or how far to move time
   * @param faulty whether the condition of what is put in throws as long as it doesn't hold
   */
  record Step(Deed deed, Set<Integer> keys, int other, int nanos, boolean faulty) {}

  @Provide
  Arbitrary<List<Step>> scripts() {
    Arbitrary<Deed> deeds =
        Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(30, Arbitraries.of(Deed.PUT)),
            net.jqwik.api.Tuple.of(40, Arbitraries.of(Deed.OPEN, Deed.CHECK)),
            net.jqwik.api.Tuple.of(
                29, Arbitraries.of(Deed.FORCE, Deed.CANCEL, Deed.ADVANCE, Deed.ADVANCE)),
            net.jqwik.api.Tuple.of(1, Arbitraries.of(Deed.CLOSE)));
    return Combinators.combine(
            deeds,
            Arbitraries.integers().between(0, KEYS - 1).set().ofMinSize(1),
            Arbitraries.integers().between(0, 1000),
            Arbitraries.integers().between(0, 100),
            Arbitraries.of(true, false))
        .as(Step::new)
        .list()
        .ofMaxSize(80);
  }

  @Property(tries = 1500)
  void anyScript_doesWhatTheModelDoes(@ForAll("scripts") List<Step> script) {
    Bench bench = new Bench();
    script.forEach(bench::perform);
  }

  /** What the model knows of one that waits. */
  private record Known(Set<Integer> keys, long deadline) {}

  /** A purgatory, and beside it those that should be in it. */
  private static final class Bench {
    private final ManualClock clock = new ManualClock();
    private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
    private final Purgatory<Integer> purgatory =
        Purgatory.builder()
            .timer(timer)
            .onFailure((failed, thrown) -> assertThat(((Gate) failed).faulty).isTrue())
            .build();
    private final List<Gate> all = new ArrayList<>();
    private final Map<Gate, Known> waiting = new LinkedHashMap<>();
    private boolean closed;

    void perform(Step step) {
      switch (step.deed()) {
        case PUT -> put(step);
        case OPEN -> pick(step).forEach(it -> it.open = true);
        case CHECK -> step.keys().forEach(this::check);
        case FORCE -> pick(step).forEach(this::force);
        case CANCEL -> step.keys().stream().limit(1).forEach(this::cancel);
        case ADVANCE -> advance(step.nanos());
        case CLOSE -> close();
      }
      assertThat(timer.pendingTimeouts()).isEqualTo(waiting.size());
      assertThat(purgatory.delayed()).isEqualTo(waiting.size());
      assertThat(purgatory.watched())
          .isEqualTo(waiting.values().stream().mapToInt(it -> it.keys().size()).sum());
      assertThat(purgatory.lists.size())
          .isEqualTo(
              waiting.values().stream().flatMap(it -> it.keys().stream()).distinct().count());
      for (Gate gate : all) {
        assertThat(gate.notes)
            .as("gate %d of %d", all.indexOf(gate), all.size())
            .isEqualTo(gate.expected);
        assertThat(gate.isCompleted()).isEqualTo(!gate.expected.isEmpty());
      }
    }

    private List<Gate> pick(Step step) {
      return all.isEmpty() ? List.of() : List.of(all.get(step.other() % all.size()));
    }

    private void put(Step step) {
      if (closed) {
        return;
      }
      Gate gate = new Gate(step.nanos(), step.faulty(), step.other() % 5 == 0);
      all.add(gate);
      boolean completes = gate.open;
      assertThat(purgatory.tryCompleteElseWatch(gate, step.keys())).isEqualTo(completes);
      if (completes) {
        gate.expected.add("completed");
      } else if (step.nanos() == 0) {
        gate.expected.addAll(List.of("expired", "completed"));
      } else {
        waiting.put(gate, new Known(step.keys(), clock.nanoTime() + step.nanos()));
      }
    }

    private List<Gate> under(int key) {
      return waiting.entrySet().stream()
          .filter(it -> it.getValue().keys().contains(key))
          .map(Map.Entry::getKey)
          .toList();
    }

    private void check(int key) {
      List<Gate> due = under(key).stream().filter(it -> it.open).toList();
      assertThat(purgatory.checkAndComplete(key)).isEqualTo(due.size());
      due.forEach(it -> end(it, "completed"));
    }

    private void end(Gate gate, String... notes) {
      waiting.remove(gate);
      gate.expected.addAll(List.of(notes));
    }

    private void force(Gate gate) {
      boolean first = gate.expected.isEmpty();
      assertThat(gate.forceComplete()).isEqualTo(first);
      if (first) {
        end(gate, "completed");
      }
    }

    private void cancel(int key) {
      List<Gate> gone = under(key);
      assertThat(purgatory.cancelForKey(key)).isEqualTo(gone);
      gone.forEach(waiting::remove);
    }

    private void advance(long nanos) {
      clock.advance(Duration.ofNanos(nanos));
      List<Gate> late =
          waiting.entrySet().stream()
              .filter(it -> it.getValue().deadline() <= clock.nanoTime())
              .map(Map.Entry::getKey)
              .toList();
      late.forEach(it -> end(it, "expired", "completed"));
    }

    private void close() {
      purgatory.close();
      closed = true;
      List.copyOf(waiting.keySet()).forEach(it -> end(it, "completed"));
    }
  }

  /** Completes once it was opened, and a check came. */
  private static final class Gate extends Waiting {
    final List<String> expected = new ArrayList<>();
    final boolean faulty;
    boolean open;

    Gate(long nanos, boolean faulty, boolean open) {
      super(Duration.ofNanos(nanos), () -> false);
      this.faulty = faulty;
      this.open = open;
    }

    @Override
    public boolean tryComplete() {
      if (faulty && !open) {
        throw new IllegalStateException("on purpose");
      }
      return open && forceComplete();
    }
  }
}
