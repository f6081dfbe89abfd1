package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** An executor that takes tasks and runs none, until the wave ends. */
final class Deadlocks implements Fault {
  private final LongAdder held = new LongAdder();
  private volatile @Nullable Holding holding;

  @Override
  public String name() {
    return "deadlocks";
  }

  @Override
  public boolean holdsUpTasks() {
    return true;
  }

  @Override
  public Executor executor(Executor under) {
    Holding made = new Holding(under);
    holding = made;
    return made;
  }

  @Override
  public void relent() {
    Holding made = holding;
    if (made != null) {
      held.add(made.release());
    }
  }

  @Override
  public List<String> figures() {
    return List.of(held + " tasks held until the end of their wave");
  }

  /** Thread-safe. */
  private static final class Holding implements Executor {
    private final Executor under;

    /** Null once it was released. Under the monitor. */
    private @Nullable List<Runnable> tasks = new ArrayList<>();

    Holding(Executor under) {
      this.under = under;
    }

    @Override
    public void execute(Runnable task) {
      synchronized (this) {
        if (tasks != null) {
          tasks.add(task);
          return;
        }
      }
      under.execute(task);
    }

    int release() {
      List<Runnable> left;
      synchronized (this) {
        left = tasks == null ? List.of() : tasks;
        tasks = null;
      }
      left.forEach(under::execute);
      return left.size();
    }
  }
}
