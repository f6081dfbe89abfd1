package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What single operations cost and allocate on a single thread, asked of JMH: another method than
 * that of the other questions, to see whether it comes to the same. The floor of putting off and
 * touching is the clock read alone.
 */
final class JmhQuestion implements Question {
  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(
        arming("pair", "arm + cancel", "the oldest of %,d cancelled", sizes),
        arming("reschedule", "put off", "%,d put off in turn", sizes),
        touching(sizes));
  }

  private static Contest arming(String method, String op, String what, Sizes sizes) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(arming(method, TimerContestants.FLOOR, sizes));
    TimerContestants.timers().forEach(kind -> entrants.add(arming(method, kind, sizes)));
    return contest(op, what, sizes, entrants);
  }

  private static Entrant arming(String method, TimerContestants.Kind kind, Sizes sizes) {
    Map<String, String> params = Map.of("timer", kind.name(), "held", sizes.held() + "");
    return new Entrant(
        kind.name(),
        kind.role(),
        () -> {
          kind.make().get().close(); // says now if it can't run
          return new Forked(ArmCosts.class, method, params);
        });
  }

  private static Contest touching(Sizes sizes) {
    List<Entrant> entrants =
        List.of(
            touching("clockRead", "clock read", Role.FLOOR, sizes),
            touching("touch", "IdleTimeout.touch", Role.SUBJECT, sizes),
            touching("read", "HeartbeatTask.read", Role.SUBJECT, sizes),
            touching("write", "HeartbeatTask.write", Role.SUBJECT, sizes),
            touching("reschedule", "Timeout.reschedule", Role.PEER, sizes));
    return contest("touch", "%,d touched in turn", sizes, entrants);
  }

  private static Entrant touching(String method, String name, Role role, Sizes sizes) {
    Map<String, String> params = Map.of("held", sizes.held() + "");
    return new Entrant(name, role, () -> new Forked(TouchCosts.class, method, params));
  }

  private static Contest contest(String op, String what, Sizes sizes, List<Entrant> entrants) {
    String setting =
        String.format(Locale.ROOT, what, sizes.held())
            + "; JMH, one thread, each round a fork with "
            + Forked.JVM;
    return new Contest("jmh", setting, op, true, entrants);
  }
}
