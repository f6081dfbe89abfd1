package io.loomwheel.spring;

import io.loomwheel.reactor.WheelScheduler;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;

/**
 * Disposes of {@link WheelScheduler} beans, an application's own too, when the context closes.
 * Spring calls {@code close} or {@code shutdown} by itself, but not Reactor's {@code dispose}. A
 * bean with {@code @Bean(destroyMethod = "")} is left alone.
 */
record ReactorSchedulerDisposal(ConfigurableListableBeanFactory beans)
    implements DestructionAwareBeanPostProcessor {
  @Override
  public boolean requiresDestruction(Object bean) {
    return bean instanceof WheelScheduler;
  }

  @Override
  public void postProcessBeforeDestruction(Object bean, String beanName) {
    if (!beans.containsBeanDefinition(beanName)
        || !"".equals(beans.getMergedBeanDefinition(beanName).getDestroyMethodName())) {
      ((WheelScheduler) bean).dispose();
    }
  }
}
