package io.loomwheel.internal.dispatch;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.errorpoints.StackDepths;
import io.loomwheel.internal.dispatch.Rescue.BackupThreads;
import io.loomwheel.internal.dispatch.TaskRelay.Offer;
import io.loomwheel.internal.dispatch.TaskRelay.Offer.SingleOffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Workers that are started and don't begin, as where others hold all carriers. */
class RescueTest {
  /** How many checks it takes until a worker is overdue. */
  private static final int CHECKS = 3;

  /** How many periods lie between two checks of a relay that rests. */
  private static final int REST = (int) (BackupThreads.REST_NANOS / BackupThreads.PERIOD_NANOS);

  private final Starts threads = new Starts();
  private final SteppedBackupThreads backupThreads = new SteppedBackupThreads();
  private final TaskRelay relay =
      Relays.relay(threads, new ConcurrentLinkedQueue<>(), backupThreads);
  private final List<String> ran = new ArrayList<>();

  private Runnable task(String name) {
    return () -> ran.add(name);
  }

  /** Offers a task whose worker begins at once. */
  private void use() {
    relay.execute(task("a"));
    threads.runAll();
  }

  /** Holds the carriers until a worker is overdue. */
  private void hold() {
    relay.execute(task("first"));
    backupThreads.pass(CHECKS);
    backupThreads.runBackups();
    assertThat(ran).containsExactly("first");
    ran.clear();
  }

  @Test
  void execute_aStartFoundNoStackToTakeItsWorkerBack_theNextTakesItsPlace() {
    relay.nextWorker = relay.new RelayWorker(null);
    relay.execute(task("a"));
    assertThat(relay.nextWorker).satisfies(worker -> assertThat(worker.isStarted).isTrue());
    threads.runAll();
    assertThat(relay.nextWorker).isNull();
  }

  @Test
  void backupThreads_nearTheEndOfTheStack_areCalledWholeOrNot() throws Exception {
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    BackupThreads counting =
        new SteppedBackupThreads() {
          @Override
          public void later(Runnable check, long nanos) {
            startBackup(check);
          }

          @Override
          public void startBackup(Runnable backup) {
            begun.incrementAndGet();
            StackDepths.take(20);
            ended.incrementAndGet();
          }
        };
    StackDepths.forEach(
        200,
        step -> {
          Rescue rescue = Relays.relay(threads, new ConcurrentLinkedQueue<>(), counting).rescue;
          rescue.watch();
          rescue.call();
        });
    assertThat(begun).hasPositiveValue();
    assertThat(ended).hasValue(begun.get());
  }

  @Test
  void execute_noWorkerEverBegins_platformThreadRunsTheTask() throws Exception {
    TaskRelay held =
        Relays.relay(worker -> {}, new ConcurrentLinkedQueue<>(), BackupThreads.INSTANCE);
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
  void check_workerHasNotBegunForThreeChecks_callsABackupThreadAndLogsIt() {
    relay.execute(task("a"));
    relay.execute(task("b"));
    backupThreads.pass(CHECKS - 1);
    assertThat(backupThreads.called).isEmpty();
    backupThreads.pass(1);
    assertThat(backupThreads.called).hasSize(1);
    assertThat(backupThreads.infos).isEqualTo(1);
    backupThreads.runBackups();
    assertThat(ran).containsExactly("a", "b");
    assertThat(relay.rescuedTasks()).isEqualTo(2);
  }

  @Test
  void check_eachComesLate_asInAContainerAtItsQuota_callsABackupThreadAllTheSame() {
    relay.execute(task("a"));
    for (int i = 0; i < CHECKS; i++) {
      assertThat(backupThreads.called).isEmpty();
      backupThreads.passAtOnce(9);
    }
    backupThreads.runBackups();
    assertThat(ran).containsExactly("a");
  }

  @Test
  void check_workerIsOverdueForSeconds_warns() {
    hold();
    backupThreads.pass(Rescue.LASTING - 1);
    assertThat(backupThreads.warnings).isZero();
    backupThreads.pass(1);
    assertThat(backupThreads.warnings).isEqualTo(1);
  }

  @Test
  void check_workersAreOverdueInTurn_warnsOfNone() {
    for (int i = 0; i < 3; i++) {
      hold();
      backupThreads.pass(Rescue.LASTING - 1);
      threads.runAll();
    }
    assertThat(backupThreads.warnings).isZero();
  }

  @Test
  void check_theMachineWasSuspended_warnsOfNothing() {
    hold();
    backupThreads.passAtOnce(2 * Rescue.LASTING);
    assertThat(backupThreads.warnings).isZero();
  }

  @Test
  void prepare_whileCarriersAreHeld_countsNoTaskAsRescued() {
    Relays.dispatcher(relay, null).prepare();
    relay.execute(task("a"));
    backupThreads.pass(CHECKS);
    backupThreads.runBackups();
    assertThat(ran).containsExactly("a");
    assertThat(relay.rescuedTasks()).isEqualTo(1);
  }

  @Test
  void execute_whileTheNextWorkerIsOverdue_callsABackupThreadAtOnce() {
    hold();
    relay.execute(task("next"));
    backupThreads.runBackups();
    assertThat(ran).containsExactly("next");
    assertThat(threads.started).hasSize(1);
  }

  @Test
  void check_workerHasBegun_checksNoMore() {
    use();
    assertThat(backupThreads.checks).hasSize(1);
    backupThreads.pass(1 + REST);
    assertThat(backupThreads.checks).isEmpty();
    assertThat(ran).containsExactly("a");
  }

  @Test
  void check_findsTheRelayAtRest_theNextComesAfterALongerTime() {
    use();
    backupThreads.pass(1);
    SteppedBackupThreads.DueCheck next = backupThreads.checks.get(0);
    backupThreads.pass(REST - 1);
    assertThat(backupThreads.checks).containsExactly(next);
    backupThreads.pass(1);
    assertThat(backupThreads.checks).isEmpty();
  }

  @Test
  void check_workerIsStartedInARest_isOverdueThreeChecksAfterIt() {
    use();
    backupThreads.pass(1);
    relay.execute(task("b"));
    backupThreads.pass(REST + CHECKS - 2);
    assertThat(backupThreads.called).isEmpty();
    backupThreads.pass(1);
    backupThreads.runBackups();
    assertThat(ran).containsExactly("a", "b");
  }

  @Test
  void check_findsTheRelayAtRestAgainAndAgain_startsNoWorkerAndEnds() {
    for (int i = 0; i < 2 * CHECKS; i++) {
      use();
      backupThreads.pass(REST);
    }
    backupThreads.pass(2 * REST);
    assertThat(threads.started).isEmpty();
    assertThat(backupThreads.checks).isEmpty();
  }

  @Test
  void execute_betweenAnyTwoChecks_checksGoOnByThemselves() {
    for (int i = 0; i < 10; i++) {
      use();
      assertThat(backupThreads.checks).hasSize(1);
      backupThreads.pass(REST);
      assertThat(backupThreads.checks).hasSize(1);
    }
  }

  @Test
  void execute_nothingOffered_takesNoCheck() {
    assertThat(backupThreads.checks).isEmpty();
  }

  @Test
  void execute_manyOffersInAPeriod_takesOneCheck() {
    for (int i = 0; i < 10; i++) {
      use();
    }
    assertThat(backupThreads.checks).hasSize(1);
  }

  @Test
  void execute_afterARest_isCheckedAgain() {
    use();
    backupThreads.pass(1 + REST);
    assertThat(backupThreads.checks).isEmpty();
    ran.clear();
    hold();
  }

  @Test
  void check_offersComeLate_findsTheNextWorkerOverdueByThen() {
    relay.execute(
        () -> {
          relay.execute(task("behind"));
          ran.add("a");
        });
    threads.started.remove().run(); // runs both, and leaves the worker started between them
    ran.clear();
    assertThat(threads.started).hasSize(1);
    backupThreads.pass(CHECKS + 1);
    assertThat(backupThreads.infos).isZero();
    relay.execute(task("late"));
    backupThreads.runBackups();
    assertThat(ran).containsExactly("late");
  }

  @Test
  void check_tasksAreTaken_callsNobody() {
    Runnable[] tasks = new Runnable[20];
    for (int i = 0; i < 20; i++) {
      tasks[i] = () -> backupThreads.pass(1); // each as long as a period
    }
    relay.executeAll(tasks, () -> {}, (task, reason) -> {});
    threads.started.remove().run();
    assertThat(backupThreads.called).isEmpty();
  }

  @Test
  void check_machineStoodStillOnce_callsNobody() {
    relay.execute(task("a"));
    backupThreads.pass(1);
    backupThreads.passAtOnce(500);
    assertThat(backupThreads.called).isEmpty();
  }

  @Test
  void backupThread_workerBegins_leavesTheRestToIt() {
    hold();
    relay.execute(
        () -> {
          ran.add("a");
          Runnable overdue = threads.started.remove();
          overdue.run();
          ran.add("begun");
          relay.execute(task("c"));
        });
    relay.execute(task("b"));
    long before = relay.rescuedTasks();
    backupThreads.called.remove().run();
    assertThat(ran).containsExactly("a", "b", "begun");
    assertThat(relay.rescuedTasks() - before).isEqualTo(1);
    assertThat(backupThreads.called).hasSize(2); // for "b", and before "a" was run
    backupThreads.runBackups();
    assertThat(ran).doesNotContain("c");
    threads.runAll();
    assertThat(ran).contains("c");
  }

  @Test
  void backupThreads_allBlocked_neverMoreThanTheMost() {
    hold();
    int[] blocked = {0};
    int[] most = {0};
    for (int i = 0; i < 3 * Rescue.MOST; i++) {
      relay.execute(
          () -> {
            most[0] = Math.max(most[0], ++blocked[0]);
            Runnable next = backupThreads.called.poll(); // this one blocks meanwhile
            if (next != null) {
              next.run();
            }
            blocked[0]--;
            ran.add("ended");
          });
    }
    backupThreads.runBackups();
    assertThat(ran).hasSize(3 * Rescue.MOST);
    assertThat(most[0]).isEqualTo(Rescue.MOST);
    assertThat(backupThreads.called).isEmpty();
  }

  @Test
  void backupThread_tasksHaveTheContextLoaderOfTheRelay_theThreadItsOwnAfterwards() {
    Thread thread = Thread.currentThread();
    ClassLoader ofTheRelay = thread.getContextClassLoader();
    ClassLoader own = new ClassLoader(ofTheRelay) {};
    List<ClassLoader> seen = new ArrayList<>();
    relay.execute(() -> seen.add(thread.getContextClassLoader()));
    backupThreads.pass(CHECKS);
    thread.setContextClassLoader(own);
    try {
      backupThreads.runBackups();
      seen.add(thread.getContextClassLoader());
    } finally {
      thread.setContextClassLoader(ofTheRelay);
    }
    assertThat(seen).containsExactly(ofTheRelay, own);
  }

  @Test
  void check_noThreadForABackupThread_isTriedAgain() {
    relay.execute(task("a"));
    backupThreads.pass(CHECKS - 1);
    Runnable check = backupThreads.checks.get(0).check();
    backupThreads.failing = true;
    backupThreads.pass(1);
    assertThat(backupThreads.checks).isEmpty(); // nor for the check, nor for the log
    backupThreads.failing = false;
    backupThreads.later(check, BackupThreads.PERIOD_NANOS);
    backupThreads.pass(CHECKS - 1);
    backupThreads.runBackups();
    assertThat(ran).containsExactly("a");
  }

  @Test
  void execute_noThreadForACheck_theNextWorkerAsksAgain() {
    backupThreads.failing = true;
    use();
    backupThreads.failing = false;
    relay.execute(task("b"));
    assertThat(backupThreads.checks).hasSize(1);
  }

  /** Such a start takes milliseconds, and a check that is queued all the same would never end. */
  @Test
  void later_noThread_queuesNothing_andTriesNoOtherForASecond() throws Exception {
    AtomicBoolean failing = new AtomicBoolean(true);
    AtomicInteger starts = new AtomicInteger();
    BackupThreads real = new BackupThreads();
    real.watch.setThreadFactory(
        work -> {
          starts.incrementAndGet();
          if (failing.get()) {
            throw new OutOfMemoryError("on purpose");
          }
          return Daemons.unstarted("watch", null, work);
        });
    try {
      assertThatThrownBy(() -> real.later(() -> ran.add("queued"), 1)).hasMessage("on purpose");
      assertThatThrownBy(() -> real.later(() -> ran.add("queued"), 1))
          .isInstanceOf(RejectedExecutionException.class);
      assertThat(starts).hasValue(1);
    } finally {
      Daemons.nextStart = System.nanoTime();
    }
    failing.set(false);
    CountDownLatch checked = new CountDownLatch(1);
    real.later(checked::countDown, 1);
    assertThat(checked.await(30, SECONDS)).isTrue();
    assertThat(ran).isEmpty(); // its turn was before
  }

  /** The start that others counted beside has failed: its flag is gone, and theirs isn't known. */
  @Test
  void check_noWorkerIsKnownThoughOffersWait_startsOne() {
    ConcurrentLinkedQueue<Offer> queue = new ConcurrentLinkedQueue<>();
    TaskRelay alone = Relays.relay(threads, queue, backupThreads);
    alone.execute(task("a"));
    threads.runAll();
    queue.add(new SingleOffer(task("stranded")));
    backupThreads.pass(CHECKS);
    threads.runAll();
    assertThat(ran).containsExactly("a", "stranded");
  }
}
