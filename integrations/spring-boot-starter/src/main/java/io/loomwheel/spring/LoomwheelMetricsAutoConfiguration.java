package io.loomwheel.spring;

import io.loomwheel.metrics.WheelMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Shows the figures of timers and executors, unless the application has a binder of its own. */
@AutoConfiguration(after = LoomwheelAutoConfiguration.class)
@ConditionalOnStarter
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnSwitch(value = "metrics.enabled", byDefault = true)
class LoomwheelMetricsAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean(WheelMetrics.class)
  BeanMetrics loomwheelMetrics(ListableBeanFactory beans) {
    return new BeanMetrics(beans);
  }
}
