/**
 * Auto-configuration for Spring Boot 3.5 and 4: beans on one timer, default delays, scheduled
 * tasks, metrics, health. A bean backs off when the application has one of its own.
 *
 * <p>Entered by Spring's threads alone. Uses the public API of the other modules only, except that
 * the health check reads the engine's counters, and when it last refused a timeout.
 */
@NullMarked
package io.loomwheel.spring;

import org.jspecify.annotations.NullMarked;
