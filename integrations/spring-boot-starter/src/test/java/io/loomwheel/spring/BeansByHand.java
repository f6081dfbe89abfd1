package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.metrics.WheelMetrics;
import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.reactor.WheelScheduler;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;
import reactor.core.scheduler.Schedulers;

/**
 * What an application needs of its own without the starter, for the same beans but health. {@code
 * docs/guide/integrations.md} says how many lines it has.
 */
@Configuration
class BeansByHand {
  @Bean
  WheelTimer wheelTimer() {
    return WheelTimer.create();
  }

  @Bean(destroyMethod = "dispose")
  WheelScheduler wheelScheduler(WheelTimer timer) {
    return WheelScheduler.on(timer);
  }

  @Bean
  DisposableBean defaultDelays(WheelTimer timer) {
    Schedulers.setFactory(new WheelFactory(timer)); // too late for beans that were made before
    return Schedulers::resetFactory;
  }

  @Bean
  WheelExecutorService wheelExecutor(WheelTimer timer) {
    return WheelExecutorService.on(timer);
  }

  @Bean
  TaskScheduler taskScheduler(WheelExecutorService executor) {
    return new ConcurrentTaskScheduler(executor);
  }

  @Bean
  MeterBinder wheelMetrics(WheelTimer timer) {
    return new WheelMetrics(timer, "wheelTimer");
  }
}
