package io.loomwheel.spring;

import io.loomwheel.loom.LoomExecutorMetrics;
import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.metrics.WheelMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Binds the figures of each timer and executor bean to a meter registry, under the name of the
 * bean, and those of the shared timer.
 */
record BeanMetrics(ListableBeanFactory beans) implements MeterBinder {
  @Override
  public void bindTo(MeterRegistry registry) {
    ObservedTimers.of(beans)
        .forEach((name, timer) -> new WheelMetrics(timer, name).bindTo(registry));
    beans
        .getBeansOfType(WheelExecutorService.class, false, true)
        .forEach((name, executor) -> new LoomExecutorMetrics(executor, name).bindTo(registry));
    beans
        .getBeansOfType(VirtualThreadExecutor.class, false, true)
        .forEach((name, executor) -> new LoomExecutorMetrics(executor, name).bindTo(registry));
    beans
        .getBeansOfType(WheelTaskScheduler.class, false, true)
        .forEach(
            (name, scheduler) ->
                new LoomExecutorMetrics(scheduler.executor, name).bindTo(registry));
  }
}
