package io.loomwheel.schedulers.internal;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.schedulers.internal.ManualTarget.Answer;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks of a scheduler that run on another one, each on a thread of its own. */
class TargetTest extends OnManualClock {
  private final ManualTarget target = new ManualTarget(library, timer, 0, false);
  private final SchedulerTaskOwner scheduler = on(target);

  @Test
  void dueTasks_areGivenOneByOne() {
    submit(scheduler, "a", 10);
    submit(scheduler, "b", 10);
    passTo(10);
    assertThat(target.waiting()).isEqualTo(2);
    target.runAll();
    assertThat(ran).containsExactly("a", "b");
    assertIdle(scheduler);
  }

  /** The scheduler calls hooks of the user. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void dueTasks_areGivenByAThreadThatFires_notByTheDriver(int targetsThreads) throws Exception {
    firing.runInside(false);
    CountDownLatch handedOn = new CountDownLatch(targetsThreads == 0 ? 3 : 2);
    WheelTimer real =
        WheelTimer.builder()
            .taskExecutor(
                task -> {
                  firing.execute(task);
                  handedOn.countDown();
                })
            .build();
    ManualTarget target = new ManualTarget(library, real, targetsThreads, false);
    SchedulerTaskOwner scheduler = new SchedulerTaskOwner(library, real, true, target, true);
    submit(scheduler, "a", 1);
    submit(scheduler, "b", 1);
    real.newTimeout(behindBoth -> {}, 5, MILLISECONDS);
    assertThat(handedOn.await(20, SECONDS)).isTrue();
    assertThat(target.offers).isZero();
    firing.runAll();
    target.runAll();
    assertThat(ran).containsExactlyInAnyOrder("a", "b");
    scheduler.close();
  }

  @Test
  void submit_withoutDelay_isGivenAtOnce() {
    firing.runInside(false);
    submit(scheduler, "a", 0);
    assertThat(target.waiting()).isOne();
    target.runAll();
    assertThat(ran).containsExactly("a");
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @EnumSource(
      value = Answer.class,
      names = {"REFUSES", "REJECTS"})
  void refusedTask_isWithdrawn(Answer answer) {
    target.answer = answer;
    Task now = submit(scheduler, "now", 0);
    Task later = submit(scheduler, "later", 10);
    passTo(10);
    assertThat(now.isWithdrawn()).isTrue();
    assertThat(later.isWithdrawn()).isTrue();
    assertThat(library.failures).hasSize(answer == Answer.REJECTS ? 2 : 0);
    assertIdle(scheduler);
  }

  @Test
  void hookThatFails_isReported_andTheTaskRunsElsewhere() throws InterruptedException {
    target.answer = Answer.THROWS;
    submit(scheduler, "later", 10);
    passTo(10);
    assertThat(library.failures).containsExactly("hook, on purpose");
    scheduler.drain();
    library.awaitTermination(); // it runs on a fresh thread
    assertThat(ran).containsExactly("later");
  }
}
