/**
 * What the starter does in an application. These tests run on Boot 3.5 here, and on Boot 4 in the
 * module {@code verification/spring-boot}; so they name no class that Boot 4 has moved.
 */
package io.loomwheel.spring;
