package io.loomwheel.examples.demo;

import io.loomwheel.WheelTimer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which contestants take part. Stateless. */
final class Lineup {
  static List<Contestant> on(WheelTimer timer) {
    List<Contestant> all = new ArrayList<>(ReactorContestant.on(timer));
    all.addAll(RxContestant.on(timer));
    return all;
  }

  /**
   * {@return those with these ids, each library's one without timeouts added; all if there is no
   * id}
   *
   * @throws IllegalArgumentException if an id is none of theirs
   */
  static List<Contestant> choose(List<Contestant> all, List<String> ids) {
    List<String> known = all.stream().map(Contestant::id).toList();
    for (String id : ids) {
      if (!known.contains(id)) {
        throw new IllegalArgumentException(
            "must be of " + String.join(", ", known) + ", was '" + id + "'");
      }
    }
    Set<Contestant> chosen = new LinkedHashSet<>();
    for (Contestant contestant : all) {
      boolean base = contestant.clockwork() == Contestant.Clockwork.NONE;
      if (ids.isEmpty()
          || ids.contains(contestant.id())
          || (base && ids.stream().anyMatch(id -> id.startsWith(contestant.id())))) {
        chosen.add(contestant);
      }
    }
    return List.copyOf(chosen);
  }
}
