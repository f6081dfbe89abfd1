package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelScheduler;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Makes a scheduler for Reactor, and moves its default delays if the properties say so. */
@AutoConfiguration(after = LoomwheelAutoConfiguration.class)
@ConditionalOnStarter
@ConditionalOnClass(WheelScheduler.class)
class LoomwheelReactorAutoConfiguration {
  @Bean
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

  @Bean
  @ConditionalOnSwitch("reactor.default-delays")
  DefaultDelays.Use loomwheelReactorDelays(WheelTimer timer, ObjectProvider<ContextTimer> made) {
    return StarterFactory.DELAYS.begin(timer, made);
  }
}
