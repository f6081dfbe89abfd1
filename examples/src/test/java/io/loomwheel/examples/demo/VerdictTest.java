package io.loomwheel.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final Expected EXPECTED = new Expected(97, 3, 12, 9);

  @Test
  void complaints_asPlanned_areNone() {
    assertThat(complaints(observed(97, 3, 0, 12, 0, 9, 0, 0, 0))).isEmpty();
  }

  @Test
  void complaints_early_saySo() {
    assertThat(complaints(observed(97, 3, 0, 12, 0, 9, 1, 0, 0)))
        .containsExactly("wheel: early must be 0, was 1");
  }

  @Test
  void complaints_lost_saySo() {
    assertThat(complaints(observed(96, 3, 0, 12, 0, 9, 0, 1, 0)))
        .containsExactly("wheel: lost must be 0, was 1", "wheel: answered must be 97, was 96");
  }

  @Test
  void complaints_firedTwice_saySo() {
    assertThat(complaints(observed(97, 3, 0, 12, 0, 9, 0, 0, 2)))
        .containsExactly("wheel: fired twice must be 0, was 2");
  }

  @Test
  void complaints_timeoutMissing_saySo() {
    assertThat(complaints(observed(97, 3, 0, 11, 0, 9, 0, 0, 0)))
        .containsExactly("wheel: timeouts must be 12, was 11");
  }

  @Test
  void complaints_failed_nameTheFirstError() {
    Observed observed = observed(96, 3, 1, 12, 0, 9, 0, 0, 0);

    assertThat(Verdict.complaints(EXPECTED, new Report("wheel", observed, new Error("refused"))))
        .containsExactly(
            "wheel: failed must be 0, was 1",
            "wheel: answered must be 97, was 96",
            "wheel: first error: java.lang.Error: refused");
  }

  @Test
  void complaints_unforeseenTimeouts_excuseAsManyRequests() {
    assertThat(complaints(observed(96, 4, 0, 12, 3, 11, 0, 0, 0))).isEmpty();
  }

  @Test
  void complaints_unforeseenTimeouts_excuseNoMoreThanThat() {
    assertThat(complaints(observed(95, 5, 0, 12, 1, 11, 0, 0, 0)))
        .containsExactly(
            "wheel: retried must be from 9 to 10, was 11",
            "wheel: answered must be from 96 to 97, was 95",
            "wheel: timed out must be from 3 to 4, was 5");
  }

  private static List<String> complaints(Observed observed) {
    return Verdict.complaints(EXPECTED, new Report("wheel", observed, null));
  }

  private static Observed observed(
      int answered,
      int timedOut,
      int failed,
      int timeouts,
      int unforeseen,
      int retried,
      int early,
      int lost,
      int firedTwice) {
    return new Observed(
        answered,
        timedOut,
        failed,
        timeouts,
        unforeseen,
        retried,
        early,
        lost,
        firedTwice,
        new Lateness(1, 2, 3, List.of()),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2));
  }
}
