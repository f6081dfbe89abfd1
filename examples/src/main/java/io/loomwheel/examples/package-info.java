/**
 * What a newcomer reads and runs first. Each example is a package of its own; none is published.
 */
@NullMarked
package io.loomwheel.examples;

import org.jspecify.annotations.NullMarked;
