/**
 * The demands that Reactor and RxJava make on a scheduler in the same words, as tests. Each adapter
 * extends every class here with what an {@code Ecosystem} makes, and adds its own demands.
 *
 * <p>A test's thread may enter. Never published.
 */
@NullMarked
package io.loomwheel.contract;

import org.jspecify.annotations.NullMarked;
