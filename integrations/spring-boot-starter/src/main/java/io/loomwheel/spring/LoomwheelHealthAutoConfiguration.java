package io.loomwheel.spring;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Adds {@code loomwheel} to the health endpoint. Boot 4 has moved the types that this needs. */
@AutoConfiguration(after = LoomwheelAutoConfiguration.class)
@ConditionalOnStarter
class LoomwheelHealthAutoConfiguration {

  /** For Boot 4. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(org.springframework.boot.health.contributor.HealthIndicator.class)
  @org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator(
      "loomwheel")
  static class Boot4Configuration {
    @Bean
    @ConditionalOnMissingBean(name = {"loomwheelHealthIndicator", "loomwheelHealthContributor"})
    Boot4HealthIndicator loomwheelHealthIndicator(
        ListableBeanFactory beans, LoomwheelProperties properties) {
      return new Boot4HealthIndicator(new TimersHealth(beans, properties));
    }
  }

  /** For Boot 3. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(org.springframework.boot.actuate.health.HealthIndicator.class)
  @org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator(
      "loomwheel")
  static class Boot3Configuration {
    @Bean
    @ConditionalOnMissingBean(name = {"loomwheelHealthIndicator", "loomwheelHealthContributor"})
    Boot3HealthIndicator loomwheelHealthIndicator(
        ListableBeanFactory beans, LoomwheelProperties properties) {
      return new Boot3HealthIndicator(new TimersHealth(beans, properties));
    }
  }
}
