package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import io.loomwheel.rxjava.WheelScheduler;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.web.server.WebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes a scheduler for RxJava, and moves its default delays if the properties say so. */
@AutoConfiguration(after = LoomwheelAutoConfiguration.class)
@ConditionalOnStarter
@ConditionalOnClass(WheelScheduler.class)
class LoomwheelRxJavaAutoConfiguration {
  @Bean(destroyMethod = "shutdown")
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(WheelTimer.class)
  WheelScheduler rxJavaWheelScheduler(WheelTimer timer) {
    return WheelScheduler.on(timer);
  }

  /** The default delays. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = "loomwheel.rxjava.default-delays", havingValue = "true")
  static class RxJavaDelaysConfiguration {
    @Bean
    RxJavaDelays loomwheelRxJavaDelays(WheelTimer timer, ObjectProvider<ContextTimer> made) {
      ContextTimer ours = made.getIfAvailable();
      return new RxJavaDelays(timer, ours != null && ours.timer() == timer);
    }

    /** Installs before the first singleton, which might assemble a stream, is made. */
    @Bean
    static BeanFactoryInitializer<ListableBeanFactory> loomwheelRxJavaDelaysInitializer() {
      return beans -> beans.getBean(RxJavaDelays.class);
    }
  }

  /** The same before a web server makes its filters, which it does earlier. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(WebServerFactoryCustomizer.class)
  @ConditionalOnProperty(name = "loomwheel.rxjava.default-delays", havingValue = "true")
  static class RxJavaWebServerConfiguration {
    @Bean
    WebServerFactoryCustomizer<WebServerFactory> loomwheelRxJavaDelaysCustomizer(
        RxJavaDelays installed) {
      return factory -> {};
    }
  }
}
