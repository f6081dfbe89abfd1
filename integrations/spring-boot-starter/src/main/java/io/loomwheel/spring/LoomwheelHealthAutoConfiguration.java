package io.loomwheel.spring;

import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Adds {@code loomwheel} to the health endpoint. Boot 4 has moved the types that this needs. */
@AutoConfiguration(after = LoomwheelAutoConfiguration.class)
@ConditionalOnSwitch(value = "enabled", byDefault = true)
@EnableConfigurationProperties(LoomwheelProperties.class)
class LoomwheelHealthAutoConfiguration {
  /** For Boot 4. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(org.springframework.boot.health.contributor.HealthIndicator.class)
  @org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator(
      "loomwheel")
  static class Boot4Configuration {
    @Bean
    @ConditionalOnMissingBean(name = {"loomwheelHealthIndicator", "loomwheelHealthContributor"})
    org.springframework.boot.health.contributor.HealthIndicator loomwheelHealthIndicator(
        ListableBeanFactory beans, LoomwheelProperties properties) {
      return () -> {
        Map<String, Map<String, Object>> details = TimerCheck.all(beans, properties.health());
        var health = new org.springframework.boot.health.contributor.Health.Builder();
        return (TimerCheck.areWell(details) ? health.up() : health.down())
            .withDetails(details)
            .build();
      };
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
    org.springframework.boot.actuate.health.HealthIndicator loomwheelHealthIndicator(
        ListableBeanFactory beans, LoomwheelProperties properties) {
      return () -> {
        Map<String, Map<String, Object>> details = TimerCheck.all(beans, properties.health());
        var health = new org.springframework.boot.actuate.health.Health.Builder();
        return (TimerCheck.areWell(details) ? health.up() : health.down())
            .withDetails(details)
            .build();
      };
    }
  }
}
