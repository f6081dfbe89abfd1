/** A WebFlux service on Spring Boot whose timeouts, retries and jobs ride the wheel. */
package io.loomwheel.examples.boot;
