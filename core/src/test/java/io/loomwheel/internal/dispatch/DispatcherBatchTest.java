package io.loomwheel.internal.dispatch;

import static io.loomwheel.internal.dispatch.Relays.REFUSES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.hangwatch.Logs;
import io.loomwheel.internal.dispatch.RejectedTask.Droppable;
import io.loomwheel.internal.dispatch.TaskRelay.Offer;
import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.internal.wheel.Wheels;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What fires together, to which executor it goes, and how long it waited there. */
class DispatcherBatchTest {

  private final Starts threads = new Starts();
  private final List<String> ran = new ArrayList<>();
  private final Deque<Runnable> elsewhere = new ArrayDeque<>();
  private final Dispatcher onRelay = Relays.dispatcher(Relays.relay(threads), null);

  private class Node extends WheelNode {
    private final String name;
    private final @Nullable Executor own;

    Node(String name, @Nullable Executor own) {
      this.name = name;
      this.own = own;
    }

    @Override
    public void run() {
      ran.add(name);
    }

    @Override
    public @Nullable Executor executor() {
      return own;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private List<WheelNode> nodes(int count) {
    return IntStream.range(0, count).<WheelNode>mapToObj(i -> new Node("n" + i, null)).toList();
  }

  private static List<String> names(int count) {
    return IntStream.range(0, count).mapToObj(i -> "n" + i).toList();
  }

  private static long measured(Dispatcher dispatcher) {
    return begunWithin(dispatcher, Long.MAX_VALUE);
  }

  private static long begunWithin(Dispatcher dispatcher, long nanos) {
    return dispatcher.untilBegun.countsUpTo(new long[] {nanos})[0];
  }

  @Test
  void acceptAll_manyOnARelay_areOneOfferOfBlocks_measuredOnceEach() {
    onRelay.acceptAll(Wheels.expired(nodes(1)));
    threads.runAll();
    ran.clear();
    ExpiredBuffer twenty = Wheels.expired(nodes(20));
    onRelay.acceptAll(twenty);
    assertThat(twenty.size()).isZero();
    threads.runAll();
    assertThat(ran).isEqualTo(names(20));
    assertThat(measured(onRelay)).isEqualTo(1 + 2); // one by one, the 16th would be the next
  }

  @Test
  void acceptAll_oneOfManyNamesAnExecutorOfItsOwn_eachGoesToItsOwn() {
    List<WheelNode> six = new ArrayList<>(nodes(5));
    six.add(new Node("own", elsewhere::add));
    onRelay.acceptAll(Wheels.expired(six));
    threads.runAll();
    assertThat(ran).isEqualTo(names(5));
    assertThat(elsewhere).containsExactly(six.get(5));
  }

  @Test
  void acceptAll_manyOnAnExecutorThatIsNoRelay_oneByOne() {
    Dispatcher dispatcher = Relays.dispatcher(elsewhere::add, null);
    dispatcher.acceptAll(Wheels.expired(nodes(33)));
    assertThat(elsewhere).extracting(Runnable::toString).isEqualTo(names(33));
    elsewhere.forEach(Runnable::run);
    assertThat(ran).isEqualTo(names(33));
    assertThat(measured(dispatcher)).isEqualTo(3); // the first, the 17th, the 33rd
  }

  @Test
  void acceptAll_toExecutorsOfTheNodes_measuresNone() {
    Node own = new Node("own", Runnable::run);
    onRelay.acceptAll(Wheels.expired(List.of(own)));
    assertThat(ran).containsExactly("own");
    assertThat(measured(onRelay)).isZero();
  }

  @Test
  void untilBegun_isTheTimeFromHandingOnToTheRun() {
    Dispatcher inline = Relays.dispatcher(Runnable::run, null);
    long begin = System.nanoTime();
    inline.acceptAll(Wheels.expired(nodes(1)));
    onRelay.acceptAll(Wheels.expired(nodes(5)));
    threads.runAll();
    long took = System.nanoTime() - begin;
    for (Dispatcher each : List.of(inline, onRelay)) {
      assertThat(begunWithin(each, 2 * took)).as("within twice %s ns", took).isOne();
    }
  }

  @Test
  void acceptAll_manyOnARelayWithoutThreads_stayInOrder() {
    Dispatcher without =
        new Dispatcher("test", Relays.relay(threads), null, () -> {}, (Executor) threads);
    threads.failing = true;
    List<WheelNode> many = nodes(40);
    ExpiredBuffer expired = Wheels.expired(many);
    without.acceptAll(expired);
    assertThat(expired.toArray()).isEqualTo(many.toArray());
    assertThat(without.rejections.sum()).isEqualTo(40);
  }

  /** A fresh thread is found for every third. */
  @Test
  void acceptAll_threadsForSomeOnly_theOthersStayInOrder() {
    int[] tries = {0};
    Executor everyThird =
        task -> {
          if (tries[0]++ % 3 != 0) {
            throw new RejectedExecutionException("no thread");
          }
          task.run();
        };
    for (Executor first : List.of(REFUSES, Relays.relay(REFUSES))) {
      ran.clear();
      tries[0] = 0;
      ExpiredBuffer expired = Wheels.expired(nodes(10));
      new Dispatcher("test", first, null, () -> {}, everyThird).acceptAll(expired);
      assertThat(ran).containsExactly("n0", "n3", "n6", "n9");
      assertThat(expired.toArray())
          .extracting(String::valueOf)
          .containsExactly("n1", "n2", "n4", "n5", "n7", "n8");
    }
  }

  /** Has no memory for the first offer. */
  private static final class ShortOfMemory extends ConcurrentLinkedQueue<Offer> {
    private static final long serialVersionUID = 1;
    private boolean failed;

    @Override
    public boolean add(Offer offer) {
      if (!failed) {
        failed = true;
        throw new OutOfMemoryError("on purpose");
      }
      return super.add(offer);
    }
  }

  @Test
  void acceptAll_relayHasNoMemoryForAll_handsThemOnOneByOne() {
    Queue<Offer> queue = new ShortOfMemory();
    Dispatcher dispatcher = Relays.dispatcher(Relays.relay(threads, queue), null);
    dispatcher.acceptAll(Wheels.expired(nodes(10)));
    assertThat(queue).hasSize(10);
    threads.runAll();
    assertThat(ran).isEqualTo(names(10));
    assertThat(dispatcher.rejections.sum()).isZero();
  }

  /** The error is any that the JVM throws on the way, as where a string literal takes memory. */
  @Test
  void acceptAll_noMemoryForAll_norForThatNode_keepsItAndThoseBehind() {
    Queue<Offer> queue = new ShortOfMemory();
    Dispatcher dispatcher = Relays.dispatcher(Relays.relay(threads, queue), null);
    List<WheelNode> ten = new ArrayList<>(nodes(10));
    int[] failures = {1};
    ten.set(
        3,
        new Node("n3", null) {
          @Override
          public @Nullable Executor executor() {
            if (failures[0]-- == 0) { // the first call is that of the buffer
              throw new OutOfMemoryError("on purpose");
            }
            return null;
          }
        });
    ExpiredBuffer expired = Wheels.expired(ten);
    assertThatThrownBy(() -> dispatcher.acceptAll(expired)).isInstanceOf(OutOfMemoryError.class);
    assertThat(expired.toArray()).isEqualTo(ten.subList(3, 10).toArray());
    dispatcher.acceptAll(expired);
    threads.runAll();
    assertThat(ran).isEqualTo(names(10));
    assertThat(expired.size()).isZero();
  }

  @Test
  void isRelay_asksTheOneThatIsNamed_orElseItsOwn() {
    Dispatcher elsewhereByDefault = Relays.dispatcher(elsewhere::add, null);
    assertThat(onRelay.isRelay(null)).isTrue();
    assertThat(onRelay.isRelay(elsewhere::add)).isFalse();
    assertThat(elsewhereByDefault.isRelay(null)).isFalse();
    assertThat(elsewhereByDefault.isRelay(Relays.relay(threads))).isTrue();
    assertThat(onRelay.mayRunInline(new Node("on the relay", null))).isFalse();
    assertThat(onRelay.mayRunInline(new Node("own", Runnable::run))).isTrue();
    assertThat(elsewhereByDefault.mayRunInline(new Node("elsewhere", null))).isTrue();
  }

  @Test
  void dispatch_toACertainExecutor_goesThere() {
    onRelay.dispatch(() -> ran.add("task"), elsewhere::add);
    assertThat(threads.started).isEmpty();
    assertThat(elsewhere).hasSize(1);
  }

  @Test
  void rescued_countsWhatARelaysPlatformThreadsRan() {
    SteppedBackupThreads backupThreads = new SteppedBackupThreads();
    TaskRelay held = Relays.relay(threads, new ConcurrentLinkedQueue<>(), backupThreads);
    Dispatcher dispatcher = Relays.dispatcher(held, null);
    dispatcher.dispatch(() -> ran.add("rescued"));
    backupThreads.pass(3);
    backupThreads.runBackups();
    assertThat(ran).containsExactly("rescued");
    assertThat(dispatcher.rescued()).isOne();
    assertThat(Relays.dispatcher(elsewhere::add, null).rescued()).isZero();
  }

  /** A task of the user that the executor may refuse. */
  private class Refusable implements Droppable {
    private boolean begun;

    @Override
    public void run() {
      begun = true;
      ran.add("ran");
    }

    @Override
    public void onDropped() {
      ran.add("dropped");
    }

    @Override
    public boolean hasRun() {
      return begun;
    }
  }

  @Test
  void dispatch_executorFailsAfterItRanTheTask_runsItOnce() {
    Dispatcher dispatcher =
        new Dispatcher(
            "test",
            task -> {
              task.run();
              throw new RejectedExecutionException("too late");
            },
            null,
            () -> {},
            (Executor) Runnable::run);
    dispatcher.dispatch(new Refusable());
    assertThat(ran).containsExactly("ran");
    dispatcher.dispatch(() -> ran.add("one that can't tell"));
    assertThat(ran).containsExactly("ran", "one that can't tell", "one that can't tell");
    assertThat(dispatcher.rejections.sum()).isEqualTo(2);
  }

  @Test
  void dispatch_refusedTaskFailsToSayWhetherItMayBeDropped_runs() {
    Dispatcher dispatcher =
        new Dispatcher("test", REFUSES, (task, reason) -> {}, () -> {}, (Executor) Runnable::run);
    dispatcher.dispatch(
        new Refusable() {
          @Override
          public boolean mayBeDropped() {
            throw new IllegalStateException("on purpose");
          }
        });
    assertThat(ran).containsExactly("ran");
  }

  @Test
  void dispatch_executorFails_theReasonNamesIt() {
    List<String> reasons = new ArrayList<>();
    Executor named =
        new Executor() {
          @Override
          public void execute(Runnable task) {
            throw new IllegalStateException("on purpose");
          }

          @Override
          public String toString() {
            return "named";
          }
        };
    Relays.dispatcher(named, (task, reason) -> reasons.add(task + ": " + reason.getMessage()))
        .dispatch(
            new Refusable() {
              @Override
              public String toString() {
                return "task";
              }
            });
    assertThat(reasons).containsExactly("rejected task: the executor failed: named");
  }

  @Test
  void drop_withoutAThreadToTellTheTask_tellsItRightHere() {
    RejectedTask rejected = new RejectedTask(new Refusable(), REFUSES);
    rejected.drop();
    rejected.drop();
    rejected.run();
    assertThat(ran).containsExactly("dropped");
  }

  // --- steps of ours ---

  /** A step, which says on whose thread it ran. */
  private class Step extends Node {
    private final Runnable then;

    Step(String name, Runnable then) {
      super(name, null);
      this.then = then;
    }

    @Override
    public boolean isStep() {
      return true;
    }

    @Override
    public void run() {
      claimRun();
      super.run();
      then.run();
    }
  }

  private Step step(String name) {
    return new Step(name, () -> {});
  }

  @Test
  void acceptAll_steps_runHere_andOtherNodesInTheExecutor() {
    List<WheelNode> some = new ArrayList<>(nodes(6));
    some.add(3, step("step"));
    some.add(step("last step"));
    onRelay.acceptAll(Wheels.expired(some));
    assertThat(ran).containsExactly("step", "last step");
    threads.runAll();
    assertThat(ran).endsWith("n0", "n1", "n2", "n3", "n4", "n5").hasSize(8);
  }

  @Test
  void acceptAll_moreThanAFewSteps_runInTheExecutor() {
    List<WheelNode> few = new ArrayList<>(nodes(63));
    few.add(step("step"));
    onRelay.acceptAll(Wheels.expired(few));
    assertThat(ran).containsExactly("step");
    threads.runAll();
    ran.clear();
    List<WheelNode> many = new ArrayList<>(nodes(64));
    many.add(step("step"));
    onRelay.acceptAll(Wheels.expired(many));
    assertThat(ran).isEmpty();
    threads.runAll();
    assertThat(ran).hasSize(65).contains("step");
    ran.clear();
    Relays.dispatcher(elsewhere::add, null).acceptAll(Wheels.expired(many));
    assertThat(ran).isEmpty();
    assertThat(elsewhere).hasSize(65);
  }

  @Test
  void acceptAll_aStepThatThrows_isReported_andTheOthersRun() {
    Step bad =
        new Step(
            "bad",
            () -> {
              throw new IllegalStateException("on purpose");
            });
    ExpiredBuffer expired = Wheels.expired(List.of(bad, step("good")));
    onRelay.acceptAll(expired);
    assertThat(ran).containsExactly("bad", "good");
    assertThat(expired.size()).isZero();
    threads.runAll();
    assertThat(ran).hasSize(2);
  }

  @Test
  void acceptAll_aStepThatThrowsBeforeItHasBegun_staysToRunOnceMore() {
    Step bad =
        new Step("bad", () -> {}) {
          @Override
          public void run() {
            if (!ran.contains("good")) {
              throw new OutOfMemoryError("on purpose");
            }
            super.run();
          }
        };
    ExpiredBuffer expired = Wheels.expired(List.of(bad, step("good")));
    onRelay.acceptAll(expired);
    onRelay.acceptAll(expired);
    assertThat(ran).containsExactly("good", "bad");
    assertThat(expired.size()).isZero();
  }

  @Test
  void acceptAll_aStepThrowsAndTheLogFails_theOthersRun() {
    Runnable fails =
        () -> {
          throw new IllegalStateException("on purpose");
        };
    Step asks =
        new Step(
            "asks",
            () -> {
              onRelay.dispatchStep(fails);
              onRelay.dispatchStep(() -> ran.add("asked for"));
              fails.run();
            });
    Logs.fail(() -> onRelay.acceptAll(Wheels.expired(List.of(asks, step("next")))));
    assertThat(ran).containsExactly("asks", "next", "asked for");
  }

  /** {@return a node that asks for a step} */
  private Step asking(String name, Runnable step) {
    return new Step(name, () -> onRelay.dispatchStep(step));
  }

  @Test
  void dispatchStep_whileFewNodesAreHandedOn_runsHereBehindThem_once() {
    Runnable step = () -> ran.add("asked for");
    for (int turn = 0; turn < 2; turn++) {
      ran.clear();
      onRelay.acceptAll(Wheels.expired(List.of(asking("one", step), asking("two", step))));
      assertThat(ran).containsExactly("one", "two", "asked for");
      threads.runAll();
      assertThat(ran).hasSize(3);
    }
  }

  @Test
  void dispatchStep_thatFailsHere_runsInTheExecutor() {
    List<RuntimeException> fails = new ArrayList<>(List.of(new IllegalStateException("memory")));
    Runnable step =
        () -> {
          if (!fails.isEmpty()) {
            throw fails.removeFirst();
          }
          ran.add("asked for");
        };
    onRelay.acceptAll(Wheels.expired(List.of(asking("asks", step))));
    assertThat(ran).containsExactly("asks");
    threads.runAll();
    assertThat(ran).containsExactly("asks", "asked for");
  }

  @Test
  void dispatchStep_otherwise_runsInTheExecutor() {
    onRelay.dispatchStep(() -> ran.add("outside"));
    Runnable amongMany = () -> ran.add("among many");
    List<WheelNode> many = new ArrayList<>(nodes(65));
    many.set(0, new Node("own", task -> onRelay.dispatchStep(amongMany)));
    onRelay.acceptAll(Wheels.expired(many));
    assertThat(ran).isEmpty();
    threads.runAll();
    assertThat(ran).contains("outside", "among many");
  }
}
