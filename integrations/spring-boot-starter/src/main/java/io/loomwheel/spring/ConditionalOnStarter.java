package io.loomwheel.spring;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;

/** Matches unless {@code loomwheel.enabled} is false. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ConditionalOnProperty(name = "loomwheel.enabled", havingValue = "true", matchIfMissing = true)
@interface ConditionalOnStarter {}
