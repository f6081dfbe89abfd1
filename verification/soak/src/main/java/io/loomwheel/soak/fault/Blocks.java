package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Tasks that sleep for milliseconds, and some that wait until the end of the wave. */
final class Blocks implements Fault {
  private volatile CountDownLatch end = new CountDownLatch(1);

  @Override
  public String name() {
    return "blocks";
  }

  @Override
  public boolean holdsUpTasks() {
    return true;
  }

  @Override
  public Executor executor(Executor under) {
    end = new CountDownLatch(1);
    return under;
  }

  @Override
  public void inTask(TestBed bed, int submitter) {
    if (Thread.currentThread().getName().equals("soak-producer")) {
      return; // a task without delay runs there; who waits for this thread relents only then
    }
    try {
      if (Chance.oneIn(200)) {
        end.await(1, TimeUnit.MINUTES);
      } else if (Chance.oneIn(20)) {
        TimeUnit.MILLISECONDS.sleep(1 + Chance.below(20));
      }
    } catch (InterruptedException disposed) {
      // a task may be disposed of, or interrupted by another fault
    }
  }

  @Override
  public void relent() {
    end.countDown();
  }
}
