package io.loomwheel.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final Load LOAD = new Load(10, 1, 1_000, Duration.ofSeconds(1), 2);
  private static final Tally RIGHT = tally(0, 0, 0);

  private final WheelTimer timer = WheelTimer.create();
  private final Map<Contestant, List<Sample>> samples = new LinkedHashMap<>();

  @AfterEach
  void stop() {
    timer.close();
  }

  private static Tally tally(int unforeseen, int early, int lost) {
    return new Tally(2, 2, unforeseen, early, lost, 0, 0, new Histogram(3));
  }

  private void rounds(String id, Tally tally, int... nanosAnElement) {
    Contestant contestant =
        Lineup.on(timer).stream().filter(it -> it.id().equals(id)).findFirst().orElseThrow();
    List<Sample> rounds = new ArrayList<>();
    for (int nanos : nanosAnElement) {
      rounds.add(new Sample(nanos * 1_000L, 1_000_000_000L, 1_000, 0, tally));
    }
    samples.put(contestant, rounds);
  }

  private Result result() {
    return Result.of(LOAD, samples);
  }

  @Test
  void sentences_wheelCheaperInAllRounds_saysTheRatioOfTheMedians() {
    rounds("reactor", RIGHT, 100, 110, 90);
    rounds("reactor-parallel", RIGHT, 1_100, 1_110, 1_190);
    rounds("reactor-factory", RIGHT, 400, 310, 340);

    assertThat(Verdict.sentences(result()))
        .containsExactly(
            "Reactor, timeout(d), WheelFactory: 0.25 times the CPU of timeout(d), parallel().");
  }

  @Test
  void sentences_wheelDearerInAllRounds_saysSo() {
    rounds("rxjava", RIGHT, 0, 0, 0);
    rounds("rxjava-computation", RIGHT, 100, 110, 90);
    rounds("rxjava-scheduler", RIGHT, 200, 210, 190);

    assertThat(Verdict.sentences(result()))
        .singleElement()
        .asString()
        .contains("2.00 times the CPU", "Here the wheel costs more.");
  }

  @Test
  void sentences_roundsOverlap_saysThatItCannotTell() {
    rounds("reactor", RIGHT, 0, 0, 0);
    rounds("reactor-parallel", RIGHT, 100, 110, 90);
    rounds("reactor-factory", RIGHT, 80, 95, 70);

    assertThat(Verdict.sentences(result()))
        .singleElement()
        .asString()
        .contains("0.80 times", "this run doesn't tell");
  }

  @Test
  void sentences_costBelowZero_hasNoRatio() {
    rounds("reactor", RIGHT, 100, 100, 100);
    rounds("reactor-parallel", RIGHT, 200, 200, 200);
    rounds("reactor-factory", RIGHT, 90, 95, 105);
    rounds("rxjava", RIGHT, 100, 100, 100);
    rounds("rxjava-computation", RIGHT, 90, 95, 105);
    rounds("rxjava-plugins", RIGHT, 200, 200, 200);

    assertThat(Verdict.sentences(result()))
        .satisfiesExactly(
            line -> assertThat(line).contains("too little to be measured"),
            line -> assertThat(line).contains("lost in the noise"));
  }

  @Test
  void headline_namesTheCheapestOnTheWheelOfTheFirstLibrary() {
    rounds("reactor", RIGHT, 100, 100, 100);
    rounds("reactor-parallel", RIGHT, 1_100, 1_110, 1_190);
    rounds("reactor-factory", RIGHT, 400, 310, 340);
    rounds("reactor-operators", RIGHT, 300, 302, 340);
    rounds("rxjava", RIGHT, 0, 0, 0);
    rounds("rxjava-computation", RIGHT, 100, 110, 90);
    rounds("rxjava-scheduler", RIGHT, 10, 20, 30);

    assertThat(Verdict.headline(result()))
        .isEqualTo(
            "Idle timeouts on 10 streams, by WheelOperators.timeout(d): 0.20 times the CPU of"
                + " timeout(d), parallel(). No timeout was early, lost or signalled twice.");
  }

  @Test
  void headline_wheelDearerAndOneLost_saysBoth() {
    rounds("rxjava", RIGHT, 0, 0, 0);
    rounds("rxjava-computation", RIGHT, 100, 110, 90);
    rounds("rxjava-scheduler", tally(0, 0, 1), 200, 210, 190);

    assertThat(Verdict.headline(result()))
        .contains("2.00 times the CPU", "Here the wheel costs more.")
        .endsWith("Not all timeouts were right.");
  }

  @Test
  void headline_nothingToCompareWith_hasNoRatio() {
    rounds("reactor", RIGHT, 1);
    rounds("reactor-operators", RIGHT, 2);

    assertThat(Verdict.headline(result()))
        .isEqualTo("Idle timeouts on 10 streams. No timeout was early, lost or signalled twice.");
  }

  @Test
  void warnings_rateKeptAndNothingUnforeseen_areNone() {
    rounds("reactor", RIGHT, 1);

    assertThat(Verdict.warnings(result())).isEmpty();
  }

  @Test
  void warnings_busyMachine_saysWhatWasDifferent() {
    rounds("reactor", tally(3, 0, 0), 1);
    Result fast = new Result(LOAD, new Spread(900, 1_000, 1_100), result().scores());

    assertThat(Verdict.warnings(fast))
        .satisfiesExactly(
            line -> assertThat(line).contains("from 900 to 1,100 elements a second"),
            line -> assertThat(line).contains("3 more streams timed out"));
  }

  @Test
  void complaints_earlyAndLost_nameTheContestant() {
    rounds("reactor", RIGHT, 1);
    rounds("reactor-operators", tally(0, 1, 2), 1);

    assertThat(Verdict.complaints(result()))
        .containsExactly(
            "Reactor, WheelOperators.timeout(d): early must be 0, was 1",
            "Reactor, WheelOperators.timeout(d): lost must be 0, was 2");
  }
}
