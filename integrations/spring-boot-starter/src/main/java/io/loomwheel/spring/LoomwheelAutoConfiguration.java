package io.loomwheel.spring;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.LoomExecutorMetrics;
import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.metrics.WheelMetrics;
import io.loomwheel.reactor.WheelScheduler;
import io.loomwheel.rxjava.WheelPlugins;
import io.loomwheel.spring.DefaultDelays.ContextTimer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AbstractDependsOnBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.WebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.TaskScheduler;

/**
 * Makes the timer and what stands on it, unless the application has its own, sees to it that
 * default delays use it, and shows the figures of timers.
 */
@AutoConfiguration(before = TaskSchedulingAutoConfiguration.class)
@ConditionalOnSwitch(value = "enabled", byDefault = true)
@EnableConfigurationProperties(LoomwheelProperties.class)
class LoomwheelAutoConfiguration {
  /** The timer and what ends it, so that Spring doesn't close the shared one. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(WheelTimer.class)
  @Order(Ordered.HIGHEST_PRECEDENCE) // the others ask whether there is one
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
    return beans -> beans.getBeansOfType(DefaultDelays.Use.class, true, false);
  }

  /** The same before a web server is made, which is earlier, and all that it is made of. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(WebServerFactory.class)
  static class WebServerConfiguration {
    @Bean
    static BeanFactoryPostProcessor loomwheelDelaysBeforeServers() {
      return new AbstractDependsOnBeanFactoryPostProcessor(
          WebServerFactory.class, DefaultDelays.Use.class) {};
    }
  }

  /** Makes a scheduler for Reactor, and moves its default delays if the properties say so. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(WheelScheduler.class)
  static class ReactorConfiguration {
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnSingleCandidate(WheelTimer.class)
    WheelScheduler wheelScheduler(WheelTimer timer) {
      return WheelScheduler.builder().timer(timer).name("wheelScheduler").build();
    }

    @Bean
    static SchedulerDisposal loomwheelReactorSchedulerDisposal(
        ConfigurableListableBeanFactory beans) {
      return new SchedulerDisposal(beans);
    }

    /**
     * Disposes of {@link WheelScheduler} beans, an application's own too, when the context closes.
     * Spring calls {@code close} or {@code shutdown} by itself, but not Reactor's {@code dispose}.
     * A bean with {@code @Bean(destroyMethod = "")} is left alone.
     */
    record SchedulerDisposal(ConfigurableListableBeanFactory beans)
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

    @Bean
    @ConditionalOnSwitch("reactor.default-delays")
    DefaultDelays.Use loomwheelReactorDelays(WheelTimer timer, ObjectProvider<ContextTimer> made) {
      return StarterFactory.DELAYS.begin(timer, made);
    }
  }

  /** The same for RxJava. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(WheelPlugins.class)
  static class RxJavaConfiguration {
    /** The plugins keep by themselves a handler that the application has set since. */
    private static final DefaultDelays DELAYS =
        new DefaultDelays(WheelPlugins::install, () -> true, WheelPlugins::uninstall);

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnSingleCandidate(WheelTimer.class)
    io.loomwheel.rxjava.WheelScheduler rxJavaWheelScheduler(WheelTimer timer) {
      return io.loomwheel.rxjava.WheelScheduler.on(timer);
    }

    @Bean
    @ConditionalOnSwitch("rxjava.default-delays")
    DefaultDelays.Use loomwheelRxJavaDelays(WheelTimer timer, ObjectProvider<ContextTimer> made) {
      return DELAYS.begin(timer, made);
    }
  }

  /** Runs {@code @Scheduled} methods on the timer if the properties say so. */
  @Bean
  @ConditionalOnSwitch("scheduling.enabled")
  @ConditionalOnMissingBean(value = TaskScheduler.class, name = "taskScheduler")
  WheelTaskScheduler taskScheduler(
      WheelTimer timer,
      ObjectProvider<TaskSchedulingProperties> properties,
      ObjectProvider<TaskDecorator> decorators) {
    TaskSchedulingProperties.Shutdown end =
        properties.getIfAvailable(TaskSchedulingProperties::new).getShutdown();
    return new WheelTaskScheduler(
        timer,
        end.isAwaitTermination(),
        Objects.requireNonNullElse(end.getAwaitTerminationPeriod(), Duration.ZERO),
        decorators.orderedStream().toList());
  }

  /** Shows the figures of timers and executors, unless the application has a binder of its own. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterBinder.class)
  @ConditionalOnSwitch(value = "metrics.enabled", byDefault = true)
  static class MetricsConfiguration {
    /** Each timer and executor bean is under the name of the bean. */
    @Bean
    @ConditionalOnMissingBean(WheelMetrics.class)
    MeterBinder loomwheelMetrics(ListableBeanFactory beans) {
      return registry -> {
        timers(beans).forEach((name, timer) -> new WheelMetrics(timer, name).bindTo(registry));
        beans
            .getBeansOfType(WheelExecutorService.class, false, true)
            .forEach((name, executor) -> new LoomExecutorMetrics(executor, name).bindTo(registry));
        beans
            .getBeansOfType(VirtualThreadExecutor.class, false, true)
            .forEach((name, executor) -> new LoomExecutorMetrics(executor, name).bindTo(registry));
        beans
            .getBeansOfType(WheelTaskScheduler.class, false, true)
            .forEach((name, it) -> new LoomExecutorMetrics(it.executor, name).bindTo(registry));
      };
    }
  }

  /**
   * {@return the timers that a context shows: the timer beans by their names, and the shared timer,
   * which all that names no timer waits on, unless it is one of the beans}
   */
  static Map<String, WheelTimer> timers(ListableBeanFactory beans) {
    Map<String, WheelTimer> timers =
        new LinkedHashMap<>(beans.getBeansOfType(WheelTimer.class, false, true));
    if (!timers.containsValue(WheelTimer.shared())) {
      timers.put("loomwheel-shared", WheelTimer.shared()); // as its thread and log lines name it
    }
    return timers;
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
