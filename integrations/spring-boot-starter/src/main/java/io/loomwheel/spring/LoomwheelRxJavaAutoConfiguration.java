package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import io.loomwheel.rxjava.WheelPlugins;
import io.loomwheel.rxjava.WheelScheduler;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Makes a scheduler for RxJava, and moves its default delays if the properties say so. */
@AutoConfiguration(after = LoomwheelAutoConfiguration.class)
@ConditionalOnStarter
@ConditionalOnClass(WheelScheduler.class)
class LoomwheelRxJavaAutoConfiguration {
  /** The plugins keep by themselves a handler that the application has set since. */
  private static final DefaultDelays DELAYS =
      new DefaultDelays(WheelPlugins::install, () -> true, WheelPlugins::uninstall);

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(WheelTimer.class)
  WheelScheduler rxJavaWheelScheduler(WheelTimer timer) {
    return WheelScheduler.on(timer);
  }

  @Bean
  @ConditionalOnSwitch("rxjava.default-delays")
  DefaultDelays.Use loomwheelRxJavaDelays(WheelTimer timer, ObjectProvider<ContextTimer> made) {
    return DELAYS.begin(timer, made);
  }
}
