package io.loomwheel.reactor.virtual;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.internal.Task;
import io.loomwheel.loom.internal.TaskOwner;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.test.scheduler.VirtualTimeScheduler;

/** The wheel of one {@code VirtualTimeScheduler}, from its first submission until its end. */
final class VirtualWheel extends VirtualTime {
  /** The latest virtual wheel. Replaced under the class's monitor; read by every submission. */
  private static volatile @Nullable VirtualWheel latest;

  private final VirtualTimeScheduler virtual;
  private final VirtualDriver driver;
  private final WheelTimer timer;
  private final Map<TaskOwner, VirtualOwner> owners = new ConcurrentHashMap<>();

  private VirtualWheel(VirtualTimeScheduler virtual) {
    this.virtual = virtual;
    this.driver = new VirtualDriver(virtual);
    this.timer =
        WheelTimer.builder()
            .name("loomwheel-virtual")
            .clock(driver)
            .taskExecutor(driver)
            .leakDetection(false)
            .build();
  }

  static @Nullable VirtualWheel ofEnabled() {
    VirtualWheel wheel = latest;
    VirtualTimeScheduler on = enabled();
    return isOf(wheel, on) ? wheel : replace(on);
  }

  private static @Nullable VirtualTimeScheduler enabled() {
    try {
      return VirtualTimeScheduler.isFactoryEnabled() ? VirtualTimeScheduler.get() : null;
    } catch (IllegalStateException justEnded) {
      return null;
    }
  }

  private static boolean isOf(@Nullable VirtualWheel wheel, @Nullable VirtualTimeScheduler on) {
    return wheel == null ? on == null : wheel.virtual == on;
  }

  private static @Nullable VirtualWheel replace(@Nullable VirtualTimeScheduler on) {
    VirtualWheel old;
    VirtualWheel made;
    synchronized (VirtualWheel.class) {
      old = latest;
      if (isOf(old, on)) {
        return old;
      }
      made = on == null ? null : new VirtualWheel(on);
      latest = made;
    }
    if (old != null) {
      old.timer.stop(Duration.ZERO); // drops pending tasks
    }
    return made;
  }

  @Override
  public long now(TimeUnit unit) {
    return virtual.now(unit);
  }

  @Override
  public void place(Runnable timer, long delayNanos) {
    driver.places().take(timer, Math.max(1, delayNanos));
  }

  @Override
  public void displace(Runnable timer) {
    driver.places().giveUp(timer);
  }

  @Override
  WheelTimer timer() {
    return timer;
  }

  @Override
  TaskOwner twinOf(TaskOwner real) {
    return owners.computeIfAbsent(real, VirtualOwner::new);
  }

  @Override
  void forget(TaskOwner real) {
    VirtualOwner twin = owners.remove(real);
    if (twin != null) {
      twin.tasks.forEach(Task::dispose);
    }
  }

  /**
   * Takes the tasks of a scheduler or a Worker, which handles their failures. Each task waits on
   * the wheel, also that of a Worker, because it has its own place in the virtual queue, in order
   * with the tasks of others. One thread runs all that is due, so nothing is interrupted.
   */
  private final class VirtualOwner extends TaskOwner {
    private final TaskOwner real;
    private final Set<Task> tasks = ConcurrentHashMap.newKeySet();

    VirtualOwner(TaskOwner real) {
      super(timer);
      this.real = real;
    }

    @Override
    public boolean arm(Task task, long delayNanos) {
      tasks.add(task);
      boolean armed = driver.arm(task, delayNanos, super::arm);
      if (!armed || task.isDisposed()) {
        tasks.remove(task);
      } else if (!state().lets(false)) {
        task.dispose(); // meanwhile
      }
      return armed;
    }

    @Override
    protected void ended(Task task) {
      tasks.remove(task);
    }

    @Override
    public OwnerState state() {
      return real.state();
    }

    @Override
    protected boolean interruptsOnDispose() {
      return false;
    }

    @Override
    public boolean failed(Throwable cause, boolean periodic) {
      return real.failed(cause, periodic);
    }
  }
}
