/**
 * Turns wheels: shards that any thread arms, and the one driver thread that advances them and
 * sleeps in between.
 *
 * <p>Fired nodes leave through the outlet that the public API passes in, with no lock held. Nothing
 * here runs a task or knows what one is.
 */
@NullMarked
package io.loomwheel.internal.drive;

import org.jspecify.annotations.NullMarked;
