package io.loomwheel.spring;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if the properties of all {@link ConditionalOnSwitch} are true. */
final class OnSwitch implements Condition {
  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    Binder properties = Binder.get(context.getEnvironment());
    return metadata.getAnnotations().stream(ConditionalOnSwitch.class) // those of annotations, too
        .allMatch(
            it ->
                properties
                    .bind("loomwheel." + it.getString("value"), Boolean.class)
                    .orElseGet(() -> it.getBoolean("byDefault")));
  }
}
