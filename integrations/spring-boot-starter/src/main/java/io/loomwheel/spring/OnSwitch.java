package io.loomwheel.spring;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if the property of a {@link ConditionalOnSwitch} is true. */
final class OnSwitch implements Condition {
  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    var it = metadata.getAnnotations().get(ConditionalOnSwitch.class);
    return Binder.get(context.getEnvironment())
        .bind("loomwheel." + it.getString("value"), Boolean.class)
        .orElseGet(() -> it.getBoolean("byDefault"));
  }
}
