package io.loomwheel.spring;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Tells how to put right a property of ours that breaks a rule, and where it was set. */
@Order(Ordered.HIGHEST_PRECEDENCE) // before Boot's own, which knows only that binding has failed
final class InvalidPropertyFailureAnalyzer
    extends AbstractFailureAnalyzer<InvalidConfigurationPropertyValueException> {
  private final Environment environment;

  InvalidPropertyFailureAnalyzer(Environment environment) {
    this.environment = environment;
  }

  @Override
  protected @Nullable FailureAnalysis analyze(
      Throwable root, InvalidConfigurationPropertyValueException cause) {
    String name = cause.getName();
    if (!name.startsWith("loomwheel.")) {
      return null;
    }
    String description =
        """
        The property %s has a value that breaks its rule:

            Property: %s
            Value: "%s"
            Origin: %s
            Rule: %s\
        """
            .formatted(name, name, cause.getValue(), origin(name), cause.getReason());
    return new FailureAnalysis(
        description,
        "Give " + name + " a value that keeps the rule, or leave it out for the default.",
        root);
  }

  private String origin(String name) {
    ConfigurationPropertyName property = ConfigurationPropertyName.of(name);
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      ConfigurationProperty set = source.getConfigurationProperty(property);
      if (set != null) {
        return Objects.toString(set.getOrigin(), "the default");
      }
    }
    return "the default";
  }
}
