package io.loomwheel.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.bench.measure.Entrant.Role;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {
  private final List<String> played = new ArrayList<>();

  @Test
  void play_twoContestants_alternatesAndClosesBoth() throws Exception {
    play(3, contest(entrant("a", Role.FLOOR, 10), entrant("b", Role.PEER, 20)));

    assertThat(played).containsExactly("a", "b", "a", "b", "a", "b", "close a", "close b");
  }

  @Test
  void play_firstRoundsSlow_dropsThem() throws Exception {
    Result result = play(5, contest(entrant("a", Role.SUBJECT, 900, 900, 30, 10, 20)));

    assertThat(result.scores().getFirst().of(Score.CPU)).contains(new Spread(10, 20, 30));
  }

  @Test
  void play_contestantThatStartsWarm_dropsNothing() throws Exception {
    Contestant warm =
        new Scripted("a", List.of(900L, 900L, 30L)) {
          @Override
          public boolean startsWarm() {
            return true;
          }
        };

    Result result = play(3, contest(new Entrant("a", Role.SUBJECT, () -> warm)));

    assertThat(result.scores().getFirst().of(Score.CPU)).contains(new Spread(30, 900, 900));
  }

  @Test
  void play_contestantThatCannotRun_leavesItOutWithANote() throws Exception {
    Entrant missing =
        new Entrant(
            "new",
            Role.PEER,
            () -> {
              throw new UnsupportedOperationException("too old");
            });

    Result result = play(3, contest(entrant("a", Role.FLOOR, 10), missing));

    assertThat(result.notes()).containsExactly("new left out: too old");
    assertThat(result.table()).contains("new left out: too old");
  }

  @Test
  void play_contestantThatFails_closesAll() {
    Entrant failing = new Entrant("b", Role.PEER, () -> new Scripted("b", List.of()));

    assertThatThrownBy(() -> play(3, contest(entrant("a", Role.FLOOR, 10), failing)))
        .isInstanceOf(IndexOutOfBoundsException.class);

    assertThat(played).endsWith("close a", "close b");
  }

  private static Result play(int rounds, Contest contest) throws Exception {
    return new Rounds(rounds, 1, 0).play(contest);
  }

  private static Contest contest(Entrant... entrants) {
    return new Contest("question", "setting", "op", true, List.of(entrants));
  }

  /** Takes those many nanoseconds of CPU time in its rounds; the last number goes on for ever. */
  private Entrant entrant(String name, Role role, long... cpuNanos) {
    List<Long> script = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      script.add(cpuNanos[Math.min(i, cpuNanos.length - 1)]);
    }
    return new Entrant(name, role, () -> new Scripted(name, script));
  }

  private class Scripted implements Contestant {
    private final String name;
    private final List<Long> cpuNanos;
    private int rounds;

    Scripted(String name, List<Long> cpuNanos) {
      this.name = name;
      this.cpuNanos = cpuNanos;
    }

    @Override
    public Round round(long lengthNanos) {
      played.add(name);
      return Round.of(1, 1, 1, cpuNanos.get(rounds++));
    }

    @Override
    public void close() {
      played.add("close " + name);
    }
  }
}
