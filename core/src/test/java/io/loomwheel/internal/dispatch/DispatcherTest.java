package io.loomwheel.internal.dispatch;

import static io.loomwheel.internal.dispatch.Relays.REFUSES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.loomwheel.errorpoints.StackDepths;
import io.loomwheel.internal.dispatch.RejectedTask.Droppable;
import io.loomwheel.internal.wheel.ExpiredBuffer;
import io.loomwheel.internal.wheel.TestNode;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.internal.wheel.Wheels;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DispatcherTest {
  @Test
  void dispatch_executorRefuses_handlerGetsTheTaskAndTheReason() {
    List<Object> notified = new ArrayList<>();
    Relays.dispatcher(
            REFUSES,
            (refused, reason) -> {
              refused.run();
              refused.run();
              notified.add(reason.getMessage());
            })
        .dispatch(new UsersTask(notified));
    assertThat(notified).containsExactly("ran", "full");
  }

  @Test
  void dispatch_atTheEndOfAStack_runsTheTaskWholly_orThrows() throws Exception {
    Dispatcher dispatcher = Relays.dispatcher(REFUSES, null);
    int[] torn = {0};
    int steps = 250;
    for (int i = 0; i < steps; i++) { // so that nothing is loaded and linked below
      dispatcher.dispatch(() -> descend(300));
    }
    StackDepths.forEach(
        steps,
        step ->
            dispatcher.dispatch(
                () -> {
                  try {
                    descend(300);
                  } catch (StackOverflowError e) {
                    torn[0]++; // no call
                  }
                }));
    assertThat(torn[0]).isZero();
  }

  private static int descend(int calls) {
    return calls == 0 ? 0 : descend(calls - 1) + 1;
  }

  /** A task of the user that says what becomes of it. */
  private record UsersTask(List<Object> notified) implements Droppable {
    @Override
    public void run() {
      notified.add("ran");
    }

    @Override
    public void onDropped() {
      notified.add("dropped");
    }
  }

  @Test
  void forEachWaiting_ofARelay_visitsWhatNoWorkerHasTaken() {
    List<Runnable> threads = new ArrayList<>();
    List<WheelNode> nodes = List.of(new TestNode(0, 1), new TestNode(1, 1));
    Dispatcher dispatcher = Relays.dispatcher(Relays.relay(threads::add), null);
    Runnable first = () -> {};
    dispatcher.dispatch(first);
    dispatcher.acceptAll(Wheels.expired(nodes));
    List<Runnable> waiting = new ArrayList<>();
    dispatcher.forEachWaiting(waiting::add);
    assertThat(waiting).containsExactly(first, nodes.get(0), nodes.get(1));
    threads.getFirst().run();
    dispatcher.forEachWaiting(task -> fail("waits after all have run"));
  }

  @Test
  void dispatch_executorRefusesAStepOfOurs_runsOnAFreshThreadWhateverTheHandler() throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    Relays.dispatcher(
            REFUSES,
            (refused, reason) -> {
              throw new AssertionError("a handler may drop it");
            })
        .dispatch(ran::countDown);
    assertThat(ran.await(60, SECONDS)).isTrue();
  }

  @Test
  void dispatch_handlerForgetsTheTask_theTaskIsNotifiedOnceItIsCollected() throws Exception {
    List<Object> notified = new CopyOnWriteArrayList<>();
    Relays.dispatcher(REFUSES, (refused, reason) -> {}).dispatch(new UsersTask(notified));
    long end = System.nanoTime() + SECONDS.toNanos(60);
    while (notified.isEmpty() && System.nanoTime() - end < 0) {
      System.gc();
    }
    assertThat(notified).containsExactly("dropped");
  }

  @Test
  void dispatch_handlerKeepsTheTask_theTaskIsNotNotifiedAndRunsLater() {
    List<Object> notified = new CopyOnWriteArrayList<>();
    List<Runnable> kept = new ArrayList<>();
    Relays.dispatcher(REFUSES, (refused, reason) -> kept.add(refused))
        .dispatch(new UsersTask(notified));
    System.gc();
    assertThat(notified).isEmpty();
    kept.forEach(Runnable::run);
    assertThat(notified).containsExactly("ran");
  }

  @Test
  void dispatch_handlerDropsAndFails_theTaskIsNotifiedAndDoesNotRun() {
    List<Object> notified = new CopyOnWriteArrayList<>();
    new Dispatcher(
            "test",
            REFUSES,
            (refused, reason) -> {
              ((RejectedTask) refused).drop();
              throw new IllegalStateException("on purpose");
            },
            () -> {},
            (Executor) Runnable::run)
        .dispatch(new UsersTask(notified));
    assertThat(notified).containsExactly("dropped");
  }

  @Test
  void dispatch_handlerFailsToo_stillRunsTheTask() {
    List<Object> notified = new ArrayList<>();
    new Dispatcher(
            "test",
            REFUSES,
            (refused, reason) -> {
              throw new IllegalStateException("on purpose");
            },
            () -> {},
            (Executor) Runnable::run)
        .dispatch(new UsersTask(notified));
    assertThat(notified).containsExactly("ran");
  }

  @Test
  void dispatch_executorFailsOtherwise_countsAsRefused() {
    List<Throwable> causes = new ArrayList<>();
    Relays.dispatcher(
            task -> {
              throw new OutOfMemoryError("no thread");
            },
            (refused, reason) -> causes.add(reason.getCause()))
        .dispatch(new UsersTask(new ArrayList<>()));
    assertThat(causes).singleElement().isInstanceOf(OutOfMemoryError.class);
  }

  /** A proxy whose target is gone: all of its methods fail. */
  private static final class Gone implements Executor {
    final Throwable byToString;

    Gone(Throwable byToString) {
      this.byToString = byToString;
    }

    @Override
    public void execute(Runnable task) {
      throw new IllegalStateException("gone, on purpose");
    }

    @Override
    public String toString() {
      if (byToString instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) byToString;
    }
  }

  static Stream<Throwable> failuresOfToString() {
    return Stream.of(
        new IllegalStateException("gone too, on purpose"),
        new OutOfMemoryError("on purpose"),
        new StackOverflowError("on purpose"));
  }

  @ParameterizedTest
  @MethodSource("failuresOfToString")
  void dispatch_executorAndItsToStringFail_handlerGetsTheTask(Throwable byToString) {
    List<Object> notified = new ArrayList<>();
    Runnable task = new UsersTask(notified);
    Dispatcher dispatcher =
        Relays.dispatcher(
            new Gone(byToString),
            (refused, reason) -> {
              refused.run();
              notified.add(reason.getMessage());
              notified.add(reason.getCause().getMessage());
            });
    dispatcher.dispatch(task);
    assertThat(notified)
        .containsExactly("ran", "the executor failed: " + Gone.class.getName(), "gone, on purpose");
    assertThat(dispatcher.rejections.sum()).isEqualTo(1);
  }

  private static Dispatcher withoutThreads(Executor fresh) {
    return new Dispatcher(
        "test",
        REFUSES,
        (refused, reason) -> {
          throw new IllegalStateException("on purpose");
        },
        () -> {},
        fresh);
  }

  @Test
  void acceptAll_noThreadAtAll_runsNothingAndLeavesItThere() {
    WheelNode node = new Refused();
    ExpiredBuffer expired = Wheels.expired(List.of(node));
    withoutThreads(REFUSES).acceptAll(expired);
    assertThat(expired.toArray()).containsExactly(node);
  }

  @Test
  void dispatch_noThreadAtAllForACaller_runsRightHere() {
    List<Thread> ranOn = new ArrayList<>();
    withoutThreads(REFUSES).dispatch(() -> ranOn.add(Thread.currentThread()));
    assertThat(ranOn).containsExactly(Thread.currentThread());
  }

  @Test
  void acceptAll_noThreadAtAll_eachStaysInOrderUntilThereIsOne() {
    Starts threads = new Starts();
    threads.failing = true;
    List<WheelNode> nodes = List.of(new TestNode(0, 1), new TestNode(1, 1), new TestNode(2, 1));
    Dispatcher dispatcher = // whose handler of rejections has no thread either
        new Dispatcher(
            "test",
            Relays.relay(threads, new ConcurrentLinkedQueue<>()),
            (task, reason) -> threads.execute(task),
            () -> {},
            threads);
    ExpiredBuffer expired = Wheels.expired(nodes);
    dispatcher.acceptAll(expired);
    assertThat(expired.toArray()).isEqualTo(nodes.toArray());
    assertThat(dispatcher.rejections.sum()).isEqualTo(3);
    threads.failing = false;
    dispatcher.acceptAll(expired);
    assertThat(expired.size()).isZero();
    assertThat(threads.started).isNotEmpty();
  }

  private static final class Refused extends WheelNode {
    @Override
    public void run() {
      throw new IllegalStateException("on purpose");
    }
  }

  @Test
  void prepare_relay_startsAThreadAndRunsNothingOfOthers() {
    Starts threads = new Starts();
    List<Runnable> refused = new ArrayList<>();
    Dispatcher dispatcher =
        Relays.dispatcher(Relays.relay(threads), (task, reason) -> refused.add(task));
    dispatcher.prepare();
    assertThat(threads.started).isNotEmpty();
    threads.runAll();
    threads.failing = true;
    dispatcher.prepare();
    assertThat(refused).isEmpty();
    assertThat(dispatcher.rejections.sum()).isZero();
  }

  @Test
  void prepare_executorOfSomebodyElse_isNotAsked() {
    List<Runnable> given = new ArrayList<>();
    Relays.dispatcher(given::add, null).prepare();
    assertThat(given).isEmpty();
  }
}
