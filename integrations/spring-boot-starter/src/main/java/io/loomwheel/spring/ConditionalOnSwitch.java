package io.loomwheel.spring;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/**
 * Matches while a property is true, by the conversion that {@link LoomwheelProperties} has: each
 * word for true does, and a value that is no boolean stops the start.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnSwitch.class)
@interface ConditionalOnSwitch {
  /** {@return the property, without {@code loomwheel.}} */
  String value();

  /** {@return what holds if it is not set} */
  boolean byDefault() default false;
}
