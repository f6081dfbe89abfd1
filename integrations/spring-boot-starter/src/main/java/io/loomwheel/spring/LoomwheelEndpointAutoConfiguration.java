package io.loomwheel.spring;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Adds the actuator endpoint {@code wheel}, if it is exposed. */
@AutoConfiguration(after = LoomwheelAutoConfiguration.class)
@ConditionalOnStarter
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
class LoomwheelEndpointAutoConfiguration {
  @Bean
  @ConditionalOnAvailableEndpoint
  WheelEndpoint loomwheelEndpoint(ListableBeanFactory beans) {
    return new WheelEndpoint(beans);
  }
}
