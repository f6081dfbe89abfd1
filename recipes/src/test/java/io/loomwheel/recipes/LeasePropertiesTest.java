package io.loomwheel.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** Any server, that answers late or not at all, against a model that counts in its head. */
class LeasePropertiesTest {
  private static final long LENGTH = 1200;

  /** What a renewal comes to. */
  enum Outcome {
    RENEWED,
    FAILED,
    GONE
  }

  /**
   * One answer of the server.
   *
   * @param nanos after how long
   */
  record Answer(Outcome outcome, long nanos) {}

  @Provide
  Arbitrary<List<Answer>> servers() {
    Arbitrary<Outcome> outcomes =
        Arbitraries.of(
            Outcome.RENEWED,
            Outcome.RENEWED,
            Outcome.RENEWED,
            Outcome.FAILED,
            Outcome.FAILED,
            Outcome.FAILED,
            Outcome.GONE);
    Arbitrary<Long> nanos =
        Arbitraries.oneOf(
            Arbitraries.of(0L, 0L, 1L, 400L, 799L, 800L, 801L),
            Arbitraries.longs().between(0, 400));
    return Combinators.combine(outcomes, nanos).as(Answer::new).list().ofMaxSize(40);
  }

  @Property(tries = 1500)
  void anyServer_isAskedAndLostAsTheModelSays(
      @ForAll("servers") List<Answer> server,
      @ForAll @LongRange(min = 0, max = 20_000) long cancelledAt) {
    Model model = new Model(server, cancelledAt);
    model.run();
    ManualClock clock = new ManualClock();
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    List<Long> renewals = new ArrayList<>();
    List<Long> lost = new ArrayList<>();
    LeaseRenewal renewal =
        LeaseRenewal.of(
            timer,
            Duration.ofNanos(LENGTH),
            new TestLease(
                () -> {
                  Answer answer = Model.answer(server, renewals.size());
                  renewals.add(clock.nanoTime());
                  clock.advance(Duration.ofNanos(answer.nanos()));
                  if (answer.outcome() == Outcome.FAILED) {
                    throw new IOException("on purpose");
                  }
                  return answer.outcome() == Outcome.RENEWED;
                },
                why -> lost.add(clock.nanoTime())));
    timer.schedule(renewal::cancel, Duration.ofNanos(cancelledAt));

    renewal.start();
    clock.advance(Duration.ofNanos(100 * LENGTH));

    assertThat(renewals).isEqualTo(model.renewals);
    assertThat(lost).isEqualTo(model.lost);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  /** Cancelling comes first of what is due at one time, because it was armed first. */
  private static final class Model {
    final List<Long> renewals = new ArrayList<>();
    final List<Long> lost = new ArrayList<>();
    private final List<Answer> server;
    private final long cancelledAt;

    Model(List<Answer> server, long cancelledAt) {
      this.server = server;
      this.cancelledAt = cancelledAt;
    }

    static Answer answer(List<Answer> server, int number) {
      return number < server.size() ? server.get(number) : new Answer(Outcome.FAILED, 0);
    }

    void run() {
      long endsAt = LENGTH;
      long next = LENGTH / 3;
      while (next < Math.min(endsAt, cancelledAt)) {
        Answer answer = answer(server, renewals.size());
        renewals.add(next);
        long back = next + answer.nanos();
        if (back >= Math.min(endsAt, cancelledAt)) {
          break;
        }
        switch (answer.outcome()) {
          case RENEWED -> {
            endsAt = next + LENGTH;
            next = Math.max(next + LENGTH / 3, back + 1);
          }
          case FAILED -> next = back + LENGTH / 12;
          case GONE -> {
            lost.add(back);
            return;
          }
        }
      }
      if (endsAt < cancelledAt) {
        lost.add(endsAt);
      }
    }
  }
}
