package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.TaskScheduler;

/** Runs {@code @Scheduled} methods on the timer if the properties say so. */
@AutoConfiguration(
    after = LoomwheelAutoConfiguration.class,
    before = TaskSchedulingAutoConfiguration.class)
@ConditionalOnStarter
@ConditionalOnSwitch("scheduling.enabled")
@ConditionalOnMissingBean(TaskScheduler.class)
class LoomwheelSchedulingAutoConfiguration {
  @Bean
  WheelTaskScheduler taskScheduler(
      WheelTimer timer,
      ObjectProvider<TaskSchedulingProperties> properties,
      ObjectProvider<TaskDecorator> decorators) {
    TaskSchedulingProperties.Shutdown end =
        properties.getIfAvailable(TaskSchedulingProperties::new).getShutdown();
    return new WheelTaskScheduler(
        timer,
        end.isAwaitTermination(),
        Objects.requireNonNullElse(end.getAwaitTerminationPeriod(), Duration.ZERO),
        decorators.orderedStream().toList());
  }
}
