/** The example on Spring Boot. */
package io.loomwheel.examples.boot;
