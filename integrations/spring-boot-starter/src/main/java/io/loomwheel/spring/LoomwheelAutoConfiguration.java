package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.WebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the timer, unless the application has one, and sees to it that default delays use it. */
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
}
