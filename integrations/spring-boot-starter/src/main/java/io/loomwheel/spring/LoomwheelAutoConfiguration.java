package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import io.loomwheel.metrics.WheelMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.WebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Makes the timer, unless the application has one, sees to it that default delays use it, and shows
 * the figures of timers.
 */
@AutoConfiguration
@ConditionalOnStarter
@EnableConfigurationProperties(LoomwheelProperties.class)
class LoomwheelAutoConfiguration {

  /** The timer and what ends it, so that Spring doesn't close the shared one. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(WheelTimer.class)
  static class TimerConfiguration {
    @Bean
    ContextTimer loomwheelContextTimer(LoomwheelProperties properties) {
      return new ContextTimer(properties.timer(), properties.timer().timer());
    }

    @Bean(destroyMethod = "")
    WheelTimer wheelTimer(ContextTimer made) {
      return made.timer();
    }
  }

  /** Moves default delays before the first singleton is made, which might hold a scheduler. */
  @Bean
  static BeanFactoryInitializer<ListableBeanFactory> loomwheelDelaysInitializer() {
    return LoomwheelAutoConfiguration::moveDelays;
  }

  private static void moveDelays(ListableBeanFactory beans) {
    beans.getBeansOfType(DefaultDelays.Use.class, true, false);
  }

  /** The same before a web server makes its filters, which it does earlier. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(WebServerFactoryCustomizer.class)
  static class WebServerConfiguration {
    @Bean
    WebServerFactoryCustomizer<WebServerFactory> loomwheelDelaysCustomizer(
        ListableBeanFactory beans) {
      moveDelays(beans); // other customizers might hold on to a scheduler
      return factory -> {};
    }
  }

  /** Shows the figures of timers and executors, unless the application has a binder of its own. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterBinder.class)
  @ConditionalOnSwitch(value = "metrics.enabled", byDefault = true)
  static class MetricsConfiguration {
    @Bean
    @ConditionalOnMissingBean(WheelMetrics.class)
    BeanMetrics loomwheelMetrics(ListableBeanFactory beans) {
      return new BeanMetrics(beans);
    }
  }

  /** Adds the actuator endpoint {@code wheel}, if it is exposed. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
  static class EndpointConfiguration {
    @Bean
    @ConditionalOnAvailableEndpoint
    WheelEndpoint loomwheelEndpoint(ListableBeanFactory beans) {
      return new WheelEndpoint(beans);
    }
  }
}
