package io.loomwheel.spring;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if a property is true. The value is converted as for {@link LoomwheelProperties}: {@code
 * on}, {@code yes} and {@code 1} are true, too, and a value that is no boolean fails the start.
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

/** Asks for the value of a {@link ConditionalOnSwitch}. */
final class OnSwitch extends SpringBootCondition {
  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    var it = metadata.getAnnotations().get(ConditionalOnSwitch.class);
    String name = "loomwheel." + it.getString("value");
    boolean on =
        Binder.get(context.getEnvironment())
            .bind(name, Boolean.class)
            .orElseGet(() -> it.getBoolean("byDefault"));
    return new ConditionOutcome(on, name + " is " + on);
  }
}
