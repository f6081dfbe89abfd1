package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelScheduler;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.web.server.WebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes a scheduler for Reactor, and moves its default delays if the properties say so. */
@AutoConfiguration(after = LoomwheelAutoConfiguration.class)
@ConditionalOnStarter
@ConditionalOnClass(WheelScheduler.class)
class LoomwheelReactorAutoConfiguration {
  @Bean(destroyMethod = "dispose")
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(WheelTimer.class)
  WheelScheduler wheelScheduler(WheelTimer timer) {
    return WheelScheduler.builder().timer(timer).name("wheelScheduler").build();
  }

  @Bean
  static ReactorSchedulerDisposal loomwheelReactorSchedulerDisposal(
      ConfigurableListableBeanFactory beans) {
    return new ReactorSchedulerDisposal(beans);
  }

  /** The default delays. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = "loomwheel.reactor.default-delays", havingValue = "true")
  static class ReactorDelaysConfiguration {
    @Bean
    ReactorDelays loomwheelReactorDelays(WheelTimer timer, ObjectProvider<ContextTimer> made) {
      ContextTimer ours = made.getIfAvailable();
      return new ReactorDelays(timer, ours != null && ours.timer() == timer);
    }

    /** Installs before the first singleton, which might hold on to a scheduler, is made. */
    @Bean
    static BeanFactoryInitializer<ListableBeanFactory> loomwheelReactorDelaysInitializer() {
      return beans -> beans.getBean(ReactorDelays.class);
    }
  }

  /** The same before a web server makes its filters, which it does earlier. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(WebServerFactoryCustomizer.class)
  @ConditionalOnProperty(name = "loomwheel.reactor.default-delays", havingValue = "true")
  static class ReactorWebServerConfiguration {
    @Bean
    WebServerFactoryCustomizer<WebServerFactory> loomwheelReactorDelaysCustomizer(
        ReactorDelays installed) {
      return factory -> {};
    }
  }
}
