package io.loomwheel.loom.model;

import java.util.concurrent.Semaphore;

/**
 * Two threads of which one runs at a time. They change before the steps that a schedule names, and
 * when one ends or spins.
 *
 * <p>A step lies before each access to what the threads share; {@link SteppedClasses} puts the
 * calls there.
 */
public final class Steps {
  /** What the other thread did before its end may be seen by the next look; more is a hang. */
  private static final int MOST_SPINS = 2;

  private static volatile Steps current;

  private final int[] schedule;
  private final Actor[] actors;
  private final Semaphore over = new Semaphore(0);
  private int changes;
  private int step;
  private int choices;
  private int spinsAlone;
  private Actor running;
  private Throwable failure;

  private Steps(int[] schedule, Runnable first, Runnable second) {
    this.schedule = schedule;
    this.actors = new Actor[] {new Actor(first), new Actor(second)};
  }

  /**
   * Runs both to their ends.
   *
   * @param schedule the numbers of the steps before which the threads change, in order
   * @return how many steps there were at which they could have changed
   */
  static int run(int[] schedule, Runnable first, Runnable second) {
    Steps steps = new Steps(schedule, first, second);
    current = steps;
    try {
      steps.runBoth();
    } finally {
      current = null;
    }
    if (steps.failure != null) {
      throw new AssertionError(steps.failure);
    }
    return steps.choices;
  }

  private void runBoth() {
    running = actors[0];
    for (Actor actor : actors) {
      actor.thread = Thread.ofVirtual().start(() -> live(actor));
    }
    actors[0].go.release();
    over.acquireUninterruptibly();
  }

  private void live(Actor actor) {
    actor.go.acquireUninterruptibly();
    try {
      actor.body.run();
    } catch (Throwable thrown) {
      failure = thrown;
    }
    actor.ended = true;
    Actor other = other();
    if (other.ended) {
      over.release();
    } else {
      running = other;
      other.go.release();
    }
  }

  private Actor other() {
    return running == actors[0] ? actors[1] : actors[0];
  }

  /** A step of the calling thread, if it is one of the two. */
  public static void here() {
    Steps steps = current;
    if (steps != null && steps.running.thread == Thread.currentThread()) {
      steps.pass();
    }
  }

  /** Lets the other thread go on, for which the calling thread waits. */
  public static void spin() {
    Steps steps = current;
    if (steps != null && steps.running.thread == Thread.currentThread()) {
      steps.giveWay();
    }
  }

  private void giveWay() {
    if (!other().ended) {
      change();
    } else if (++spinsAlone > MOST_SPINS) {
      throw new IllegalStateException("spins for ever");
    }
  }

  private void pass() {
    int here = step++;
    if (!other().ended) {
      choices = here + 1;
      if (changes < schedule.length && schedule[changes] == here) {
        changes++;
        change();
      }
    }
  }

  private void change() {
    Actor mine = running;
    Actor other = other();
    running = other;
    other.go.release();
    mine.go.acquireUninterruptibly();
  }

  private static final class Actor {
    private final Runnable body;
    private final Semaphore go = new Semaphore(0);
    private Thread thread;
    private boolean ended;

    Actor(Runnable body) {
      this.body = body;
    }
  }
}
