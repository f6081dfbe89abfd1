package io.loomwheel.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.dispatch.Rescue.BackupThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A relay, those who offer it tasks, and the threads it starts; one of them steps at a time. */
final class RelayWorld {
  /** Where a thread that has stopped is going to look after the queue. */
  private static final Set<String> IN_CHARGE =
      Set.of("born", "peek", "peeked", "look", "full", "added", "start", "begun");

  private final List<Actor> actors = new ArrayList<>();
  private final SteppedQueue queue = new SteppedQueue(this);
  private final TaskRelay relay = Relays.relay(this::startThread, queue, new WorldBackupThreads());

  /** How often each task was run or refused. */
  private final Map<String, Integer> ended = new TreeMap<>();

  private int failuresLeft;

  /** Checks that may still be done; each at any time. */
  private int checksLeft;

  /** Whether workers never begin, and checks are done without limit, whenever all is quiet. */
  private boolean held;

  private boolean failing;
  private boolean failed;

  /** Whether nobody waits for anybody any more; written by the explorer. */
  private volatile boolean givenUp;

  /** Who steps; null while the explorer chooses. */
  private volatile Actor current;

  /** Lets that many starts of a thread fail, whichever. */
  RelayWorld failing(int starts) {
    failuresLeft = starts;
    return this;
  }

  /** Lets the relay be checked that many times, whenever. */
  RelayWorld checking(int checks) {
    checksLeft = checks;
    return this;
  }

  /** Gives no worker a carrier, ever. */
  RelayWorld held() {
    held = true;
    return this;
  }

  /** Adds a thread that offers each task by itself, one after the other. */
  RelayWorld offering(String... tasks) {
    return producer(
        () -> {
          for (String task : tasks) {
            note(" " + task);
            try {
              relay.execute(task(task));
            } catch (RejectedExecutionException refused) {
              end(task);
            }
          }
        });
  }

  /** Adds a thread that offers all its tasks at once. */
  RelayWorld offeringAtOnce(String... tasks) {
    Runnable[] all = Stream.of(tasks).map(this::task).toArray(Runnable[]::new);
    return producer(
        () -> {
          note(" " + String.join("+", tasks));
          relay.executeAll(all, () -> {}, (task, why) -> end(((Task) task).name));
        });
  }

  private RelayWorld producer(Runnable body) {
    actors.add(new Actor("offer", body));
    return this;
  }

  private Runnable task(String name) {
    ended.put(name, 0);
    return new Task(name);
  }

  private void startThread(Runnable drain) {
    step("start");
    if (givenUp) {
      Thread.startVirtualThread(drain);
      return;
    }
    if (failing) {
      failing = false;
      failuresLeft--;
      failed = true;
      throw new RejectedExecutionException("no thread", new OutOfMemoryError("on purpose"));
    }
    actors.add(new Actor("born", drain));
    step("begun");
  }

  private synchronized void end(String task) {
    if (!givenUp) {
      ended.merge(task, 1, Integer::sum);
    }
  }

  /** Called by whoever steps: stops there until chosen again. */
  void step(String where) {
    if (!givenUp) {
      current.stopAt(where);
    }
  }

  /** {@return whether the one who steps only checks the relay, and takes nothing} */
  boolean checks() {
    Actor checking = current;
    return checking != null && checking.checks;
  }

  /** Says what the one who steps knows beside the place where it is. */
  void note(String what) {
    if (!givenUp) {
      current.note = what;
    }
  }

  /** {@return the name of what is being offered} */
  String offered() {
    Actor offering = current;
    return offering == null ? "" : offering.note;
  }

  // --- for the explorer ---

  /**
   * A step that may be taken next.
   *
   * @param says who took it, from where to where; asked afterwards
   */
  record Choice(Runnable step, Supplier<String> says) {}

  List<Choice> choices() {
    List<Choice> choices = new ArrayList<>();
    for (Actor actor : actors) {
      if (actor.canStep() && !isHeld(actor) && !isTooEarly(actor)) {
        choices.add(choice(actor, ""));
        if (actor.where.equals("start") && failuresLeft > 0) {
          choices.add(choice(actor, ", in vain"));
        }
      }
    }
    return choices;
  }

  private Choice choice(Actor actor, String inVain) {
    String before = "thread " + actors.indexOf(actor) + ": " + actor + inVain + " -> ";
    return new Choice(
        () -> {
          failing = !inVain.isEmpty();
          advance(actor);
        },
        () -> before + actor + ", then the queue is " + queue);
  }

  private boolean isHeld(Actor actor) {
    return held && actor.where.equals("born");
  }

  /** Where carriers are held, ten milliseconds are longer than what anybody does. */
  private boolean isTooEarly(Actor actor) {
    return held && actor.checks && actors.stream().anyMatch(this::isBusy);
  }

  private boolean isBusy(Actor actor) {
    return !actor.checks && actor.canStep() && !isHeld(actor);
  }

  /** {@return whether nothing happens any more but checks, and none has anything to find} */
  boolean isOver() {
    return held && !queue.hasTask() && actors.stream().noneMatch(this::isBusy);
  }

  private void advance(Actor actor) {
    current = actor;
    actor.advance();
    current = null;
  }

  String state() {
    List<String> here = actors.stream().map(Actor::toString).sorted().toList(); // as good as others
    return here + " " + queue + " " + ended + " " + failuresLeft + rescue();
  }

  /** What the next check depends on. */
  private String rescue() {
    if (checksLeft == 0 && !held) {
      return "";
    }
    Rescue rescue = relay.rescue;
    Rescue.Seen seen = rescue.seen;
    TaskRelay.RelayWorker next = relay.nextWorker;
    return String.format(
        " %d%s%s%d%s%s%s",
        checksLeft,
        rescue.watched,
        rescue.permits.availablePermits(),
        rescue.stale,
        next == null ? "none" : next == rescue.overdue,
        next == (seen == null ? null : seen.nextWorker()),
        queue.first() == (seen == null ? null : seen.first()));
  }

  /** While the queue is not empty, somebody looks after it, if there was memory for whom. */
  void checkInvariant() {
    if (queue.hasTask() && !failed) {
      assertThat(actors)
          .as(state())
          .anyMatch(actor -> actor.inCharge && IN_CHARGE.contains(actor.where));
    }
  }

  void checkEnd() {
    assertThat(ended.values()).as(state()).allMatch(times -> times == 1);
  }

  void giveUp() {
    givenUp = true;
    actors.forEach(Actor::release);
  }

  private final class WorldBackupThreads extends BackupThreads {
    @Override
    public void later(Runnable check, long nanos) {
      if (!givenUp && (held || checksLeft > 0)) {
        checksLeft -= held ? 0 : 1;
        Actor checking = new Actor("check", check, false);
        checking.checks = true;
        actors.add(checking);
      }
    }

    @Override
    public void startBackup(Runnable backup) {
      if (!givenUp) {
        actors.add(new Actor("backup", backup, false));
      }
    }

    @Override
    public void log(boolean lasts) {}
  }

  /** Its name says what it does: one with "blocks" never ends, one with "throws" does so. */
  private final class Task implements Runnable {
    private final String name;

    Task(String name) {
      this.name = name;
    }

    @Override
    public void run() {
      step("in " + name);
      end(name);
      if (name.startsWith("blocks")) {
        step("blocked");
      } else if (name.startsWith("throws")) {
        Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {});
        throw new IllegalStateException("on purpose");
      }
    }
  }
}
