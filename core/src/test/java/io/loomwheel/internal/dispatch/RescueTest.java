package io.loomwheel.internal.dispatch;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.dispatch.Rescue.PlatformStandby;
import io.loomwheel.internal.dispatch.Rescue.Standby;
import io.loomwheel.internal.dispatch.TaskRelay.Offer;
import io.loomwheel.internal.dispatch.TaskRelay.Offer.SingleOffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Reliefs that are started and don't begin, as where others hold all carriers. */
class RescueTest {
  /** How many looks it takes until a relief is overdue. */
  private static final int LOOKS = 3;

  /** How many periods lie between two looks at a relay that rests. */
  private static final int REST = (int) (Standby.REST_NANOS / Standby.PERIOD_NANOS);

  private final Starts threads = new Starts();
  private final SteppedStandby standby = new SteppedStandby();
  private final TaskRelay relay = new TaskRelay(threads, new ConcurrentLinkedQueue<>(), standby);
  private final List<String> ran = new ArrayList<>();

  private Runnable task(String name) {
    return () -> ran.add(name);
  }

  /** Offers a task whose relief begins at once. */
  private void use() {
    relay.execute(task("a"));
    threads.runAll();
  }

  /** Holds the carriers until a relief is overdue. */
  private void hold() {
    relay.execute(task("first"));
    standby.pass(LOOKS);
    standby.rescueAll();
    assertThat(ran).containsExactly("first");
    ran.clear();
  }

  @Test
  void execute_noReliefEverBegins_platformThreadRunsTheTask() throws Exception {
    TaskRelay held =
        new TaskRelay(relief -> {}, new ConcurrentLinkedQueue<>(), PlatformStandby.INSTANCE);
    for (int i = 0; i < 3; i++) {
      AtomicReference<Thread> ranOn = new AtomicReference<>();
      CountDownLatch done = new CountDownLatch(1);
      held.execute(
          () -> {
            ranOn.set(Thread.currentThread());
            done.countDown();
          });
      assertThat(done.await(60, SECONDS)).isTrue();
      assertThat(ranOn.get().isVirtual()).isFalse();
      assertThat(ranOn.get().isDaemon()).isTrue();
    }
    assertThat(held.rescuedTasks()).isEqualTo(3);
  }

  @Test
  void look_reliefHasNotBegunForThreeLooks_callsARescuerAndWarns() {
    relay.execute(task("a"));
    relay.execute(task("b"));
    standby.pass(LOOKS - 1);
    assertThat(standby.rescuers).isEmpty();
    standby.pass(1);
    assertThat(standby.rescuers).hasSize(1);
    assertThat(standby.warnings).isEqualTo(1);
    standby.rescueAll();
    assertThat(ran).containsExactly("a", "b");
    assertThat(relay.rescuedTasks()).isEqualTo(2);
  }

  @Test
  void prepare_whileCarriersAreHeld_countsNoTaskAsRescued() {
    new Dispatcher("test", relay, null).prepare();
    relay.execute(task("a"));
    standby.pass(LOOKS);
    standby.rescueAll();
    assertThat(ran).containsExactly("a");
    assertThat(relay.rescuedTasks()).isEqualTo(1);
  }

  @Test
  void execute_whileTheReliefIsOverdue_callsARescuerAtOnce() {
    hold();
    relay.execute(task("next"));
    standby.rescueAll();
    assertThat(ran).containsExactly("next");
    assertThat(threads.started).hasSize(1);
  }

  @Test
  void look_reliefHasBegun_looksNoMore() {
    use();
    assertThat(standby.looks).hasSize(1);
    standby.pass(1 + REST);
    assertThat(standby.looks).isEmpty();
    assertThat(ran).containsExactly("a");
  }

  @Test
  void look_findsTheRelayAtRest_theNextComesAfterALongerTime() {
    use();
    standby.pass(1);
    SteppedStandby.Look next = standby.looks.get(0);
    standby.pass(REST - 1);
    assertThat(standby.looks).containsExactly(next);
    standby.pass(1);
    assertThat(standby.looks).isEmpty();
  }

  @Test
  void look_reliefIsStartedInARest_isOverdueThreeLooksAfterIt() {
    use();
    standby.pass(1);
    relay.execute(task("b"));
    standby.pass(REST + LOOKS - 2);
    assertThat(standby.rescuers).isEmpty();
    standby.pass(1);
    standby.rescueAll();
    assertThat(ran).containsExactly("a", "b");
  }

  @Test
  void look_findsTheRelayAtRestAgainAndAgain_startsNoReliefAndEnds() {
    for (int i = 0; i < 2 * LOOKS; i++) {
      use();
      standby.pass(REST);
    }
    standby.pass(2 * REST);
    assertThat(threads.started).isEmpty();
    assertThat(standby.looks).isEmpty();
  }

  @Test
  void execute_betweenAnyTwoLooks_looksGoOnByThemselves() {
    for (int i = 0; i < 10; i++) {
      use();
      assertThat(standby.looks).hasSize(1);
      standby.pass(REST);
      assertThat(standby.looks).hasSize(1);
    }
  }

  @Test
  void execute_nothingOffered_takesNoLook() {
    assertThat(standby.looks).isEmpty();
  }

  @Test
  void execute_manyOffersInAPeriod_takesOneLook() {
    for (int i = 0; i < 10; i++) {
      use();
    }
    assertThat(standby.looks).hasSize(1);
  }

  @Test
  void execute_afterARest_isLookedAfterAgain() {
    use();
    standby.pass(1 + REST);
    assertThat(standby.looks).isEmpty();
    ran.clear();
    hold();
  }

  @Test
  void look_offersComeLate_findsTheReliefOverdueByThen() {
    relay.execute(
        () -> {
          relay.execute(task("behind"));
          ran.add("a");
        });
    threads.started.remove().run(); // runs both, and leaves the relief between them
    ran.clear();
    assertThat(threads.started).hasSize(1);
    standby.pass(LOOKS + 1);
    assertThat(standby.warnings).isZero();
    relay.execute(task("late"));
    standby.rescueAll();
    assertThat(ran).containsExactly("late");
  }

  @Test
  void look_tasksAreTaken_callsNobody() {
    Runnable[] tasks = new Runnable[20];
    for (int i = 0; i < 20; i++) {
      tasks[i] = () -> standby.pass(1); // each as long as a period
    }
    relay.executeAll(tasks, 20, () -> {}, (task, reason) -> {});
    threads.started.remove().run();
    assertThat(standby.rescuers).isEmpty();
  }

  @Test
  void look_machineStoodStill_callsNobody() {
    relay.execute(task("a"));
    for (int i = 0; i < 10; i++) {
      standby.passAtOnce(5);
    }
    assertThat(standby.rescuers).isEmpty();
  }

  @Test
  void rescuer_reliefBegins_leavesTheRestToIt() {
    hold();
    relay.execute(
        () -> {
          ran.add("a");
          Runnable overdue = threads.started.remove();
          overdue.run();
          ran.add("begun");
        });
    relay.execute(task("b"));
    long before = relay.rescuedTasks();
    standby.rescuers.remove().run();
    assertThat(ran).containsExactly("a", "b", "begun");
    assertThat(relay.rescuedTasks() - before).isEqualTo(1);
    relay.execute(task("c"));
    assertThat(standby.rescuers).hasSize(1); // called before "a" was run
    standby.rescueAll();
    assertThat(ran).doesNotContain("c");
    threads.runAll();
    assertThat(ran).contains("c");
  }

  @Test
  void rescuers_allBlocked_neverMoreThanTheMost() {
    hold();
    int[] blocked = {0};
    int[] most = {0};
    for (int i = 0; i < 3 * Rescue.MOST; i++) {
      relay.execute(
          () -> {
            most[0] = Math.max(most[0], ++blocked[0]);
            Runnable next = standby.rescuers.poll(); // this one blocks meanwhile
            if (next != null) {
              next.run();
            }
            blocked[0]--;
            ran.add("ended");
          });
    }
    standby.rescueAll();
    assertThat(ran).hasSize(3 * Rescue.MOST);
    assertThat(most[0]).isEqualTo(Rescue.MOST);
    assertThat(standby.rescuers).isEmpty();
  }

  @Test
  void look_noThreadForARescuer_isTriedAgain() {
    relay.execute(task("a"));
    standby.pass(LOOKS - 1);
    Runnable look = standby.looks.get(0).look();
    standby.failing = true;
    standby.pass(1);
    assertThat(standby.looks).isEmpty(); // nor for the look
    standby.failing = false;
    standby.later(look, Standby.PERIOD_NANOS);
    standby.pass(1);
    standby.rescueAll();
    assertThat(ran).containsExactly("a");
  }

  @Test
  void execute_noThreadForALook_theNextReliefAsksAgain() {
    standby.failing = true;
    use();
    standby.failing = false;
    relay.execute(task("b"));
    assertThat(standby.looks).hasSize(1);
  }

  /** The start that others counted beside has failed: its flag is gone, and theirs isn't known. */
  @Test
  void look_noReliefIsKnownThoughOffersWait_startsOne() {
    ConcurrentLinkedQueue<Offer> queue = new ConcurrentLinkedQueue<>();
    TaskRelay alone = new TaskRelay(threads, queue, standby);
    alone.execute(task("a"));
    threads.runAll();
    queue.add(new SingleOffer(task("stranded")));
    standby.pass(LOOKS);
    threads.runAll();
    assertThat(ran).containsExactly("a", "stranded");
  }
}
