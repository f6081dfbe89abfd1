package io.loomwheel.spring;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Matches unless {@code loomwheel.enabled} is false. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ConditionalOnSwitch(value = "enabled", byDefault = true)
@interface ConditionalOnStarter {}
