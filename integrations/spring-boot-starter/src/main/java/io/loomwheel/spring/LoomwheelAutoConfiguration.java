package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the timer, unless the application has one. */
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
      return new ContextTimer(properties.timer());
    }

    @Bean(destroyMethod = "")
    WheelTimer wheelTimer(ContextTimer made) {
      return made.timer();
    }
  }
}
