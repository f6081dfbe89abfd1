package io.loomwheel.surface;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.netty.NettyWheelTimer;
import io.loomwheel.recipes.RetryTask;
import java.util.List;

/** What is published. */
public final class Modules {
  /** A type of each published module. */
  public static final List<Class<?>> ONE_OF_EACH =
      List.of(
          WheelTimer.class,
          WheelExecutorService.class,
          RetryTask.class,
          io.loomwheel.reactor.WheelScheduler.class,
          io.loomwheel.rxjava.WheelScheduler.class,
          NettyWheelTimer.class);
}
