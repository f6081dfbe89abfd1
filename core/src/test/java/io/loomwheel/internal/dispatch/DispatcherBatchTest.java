package io.loomwheel.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.internal.dispatch.TaskRelay.Offer;
import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.internal.wheel.Wheels;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What fires together, to which executor it goes, and how long it waited there. */
class DispatcherBatchTest {
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private final Starts threads = new Starts();
  private final List<String> ran = new ArrayList<>();
  private final List<Runnable> stranded = new ArrayList<>();
  private final Deque<Runnable> elsewhere = new ArrayDeque<>();
  private final Dispatcher onRelay = new Dispatcher("test", new TaskRelay(threads), null);

  private final class Node extends WheelNode {
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
    return dispatcher.begunWithin().get(LONGEST);
  }

  @Test
  void acceptAll_manyOnARelay_areOneOfferOfBlocks_measuredOnceEach() {
    onRelay.acceptAll(Wheels.expired(nodes(1)), stranded::add);
    threads.runAll();
    ran.clear();
    ExpiredBuffer twenty = Wheels.expired(nodes(20));
    onRelay.acceptAll(twenty, stranded::add);
    assertThat(twenty.size()).isZero();
    threads.runAll();
    assertThat(ran).isEqualTo(names(20));
    assertThat(measured(onRelay)).isEqualTo(1 + 2); // one by one, the 16th would be the next
    assertThat(stranded).isEmpty();
  }

  @Test
  void acceptAll_oneOfManyNamesAnExecutorOfItsOwn_eachGoesToItsOwn() {
    List<WheelNode> six = new ArrayList<>(nodes(5));
    six.add(new Node("own", elsewhere::add));
    onRelay.acceptAll(Wheels.expired(six), stranded::add);
    threads.runAll();
    assertThat(ran).isEqualTo(names(5));
    assertThat(elsewhere).containsExactly(six.get(5));
  }

  @Test
  void acceptAll_manyOnAnExecutorThatIsNoRelay_oneByOne() {
    Dispatcher dispatcher = new Dispatcher("test", elsewhere::add, null);
    dispatcher.acceptAll(Wheels.expired(nodes(33)), stranded::add);
    assertThat(elsewhere).extracting(Runnable::toString).isEqualTo(names(33));
    elsewhere.forEach(Runnable::run);
    assertThat(ran).isEqualTo(names(33));
    assertThat(measured(dispatcher)).isEqualTo(3); // the first, the 17th, the 33rd
  }

  @Test
  void acceptAll_toExecutorsOfTheNodes_measuresNone() {
    Node own = new Node("own", Runnable::run);
    onRelay.acceptAll(Wheels.expired(List.of(own)), stranded::add);
    assertThat(ran).containsExactly("own");
    assertThat(measured(onRelay)).isZero();
  }

  @Test
  void begunWithin_isTheTimeFromHandingOnToTheRun() {
    Dispatcher inline = new Dispatcher("test", Runnable::run, null);
    long begin = System.nanoTime();
    inline.acceptAll(Wheels.expired(nodes(1)), stranded::add);
    onRelay.acceptAll(Wheels.expired(nodes(5)), stranded::add);
    threads.runAll();
    long took = System.nanoTime() - begin;
    for (Dispatcher each : List.of(inline, onRelay)) {
      for (Map.Entry<Duration, Long> within : each.begunWithin().entrySet()) {
        if (within.getKey().toNanos() >= took) {
          assertThat(within.getValue()).as("within %s", within.getKey()).isOne();
        }
      }
    }
  }

  @Test
  void acceptAll_manyOnARelayWithoutThreads_areStrandedInOrder() {
    Dispatcher without =
        new Dispatcher("test", new TaskRelay(threads), null, () -> {}, (Executor) threads);
    threads.failing = true;
    List<WheelNode> ten = nodes(10);
    without.acceptAll(Wheels.expired(ten), stranded::add);
    assertThat(stranded).isEqualTo(ten);
    assertThat(without.rejections()).isEqualTo(10);
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
    Dispatcher dispatcher = new Dispatcher("test", new TaskRelay(threads, queue), null);
    dispatcher.acceptAll(Wheels.expired(nodes(10)), stranded::add);
    assertThat(queue).hasSize(10);
    threads.runAll();
    assertThat(ran).isEqualTo(names(10));
    assertThat(stranded).isEmpty();
    assertThat(dispatcher.rejections()).isZero();
  }

  @Test
  void acceptAll_aStepFailsForLackOfMemory_keepsTheNodesForTheNextTurn() {
    ShortOfMemory queue = new ShortOfMemory();
    Executor fresh = (Executor) threads;
    TaskRelay relay = new TaskRelay(threads, queue);
    Dispatcher dispatcher = new Dispatcher("test", relay, null, () -> {}, fresh);
    ExpiredBuffer ten = Wheels.expired(nodes(10));
    threads.failing = true;
    assertThatThrownBy(
            () ->
                dispatcher.acceptAll(
                    ten,
                    task -> {
                      if (stranded.size() == 3) {
                        throw new OutOfMemoryError("a step of the JVM's");
                      }
                      stranded.add(task);
                    }))
        .isInstanceOf(OutOfMemoryError.class);
    threads.failing = false;
    dispatcher.acceptAll(ten, stranded::add);
    threads.runAll();
    assertThat(stranded).extracting(Runnable::toString).isEqualTo(names(3));
    assertThat(ran).isEqualTo(names(10).subList(3, 10));
    assertThat(ten.size()).isZero();
  }

  @Test
  void isRelay_asksTheOneThatIsNamed_orElseItsOwn() {
    Dispatcher elsewhereByDefault = new Dispatcher("test", elsewhere::add, null);
    assertThat(onRelay.isRelay(null)).isTrue();
    assertThat(onRelay.isRelay(elsewhere::add)).isFalse();
    assertThat(elsewhereByDefault.isRelay(null)).isFalse();
    assertThat(elsewhereByDefault.isRelay(new TaskRelay(threads))).isTrue();
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
    TaskRelay held = new TaskRelay(threads, new ConcurrentLinkedQueue<>(), backupThreads);
    Dispatcher dispatcher = new Dispatcher("test", held, null);
    dispatcher.dispatch(() -> ran.add("rescued"));
    backupThreads.pass(3);
    backupThreads.runBackups();
    assertThat(ran).containsExactly("rescued");
    assertThat(dispatcher.rescued()).isOne();
    assertThat(new Dispatcher("test", elsewhere::add, null).rescued()).isZero();
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

  private Dispatcher failing(Executor executor, Executor fresh) {
    return new Dispatcher("test", executor, (task, reason) -> {}, () -> {}, fresh);
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
    dispatcher.dispatch(new Refusable(), null, stranded::add);
    assertThat(ran).containsExactly("ran");
    dispatcher.dispatch(() -> ran.add("one that can't tell"), null, stranded::add);
    assertThat(ran).containsExactly("ran", "one that can't tell", "one that can't tell");
    assertThat(stranded).isEmpty();
    assertThat(dispatcher.rejections()).isEqualTo(2);
  }

  @Test
  void dispatch_refusedTaskFailsToSayWhetherItMayBeDropped_runs() {
    Dispatcher dispatcher =
        failing(
            task -> {
              throw new RejectedExecutionException("full");
            },
            Runnable::run);
    dispatcher.dispatch(
        new Refusable() {
          @Override
          public boolean mayBeDropped() {
            throw new IllegalStateException("on purpose");
          }
        },
        null,
        stranded::add);
    assertThat(ran).containsExactly("ran");
    assertThat(stranded).isEmpty();
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
    new Dispatcher("test", named, (task, reason) -> reasons.add(task + ": " + reason.getMessage()))
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
    Executor none =
        task -> {
          throw new RejectedExecutionException("no thread");
        };
    RejectedTask rejected = new RejectedTask(new Refusable(), none);
    rejected.drop();
    rejected.drop();
    rejected.run();
    assertThat(ran).containsExactly("dropped");
  }

  @Test
  void durations_ofABoundItself_areWithinIt() {
    DurationCounts counts = new DurationCounts();
    counts.add(1_000_000);
    counts.add(1_000_001);
    assertThat(counts.upTo())
        .containsEntry(Duration.ofMillis(1), 1L)
        .containsEntry(Duration.ofMillis(2), 2L);
  }
}
