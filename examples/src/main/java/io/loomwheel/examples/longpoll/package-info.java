/**
 * A long-poll endpoint on the JDK's HTTP server: a reader that asks for events that aren't there
 * yet parks in a {@link io.loomwheel.purgatory.Purgatory}, and holds a connection but no thread.
 *
 * <p>{@link io.loomwheel.examples.longpoll.LongPoll} is the way in. A {@code Poll} is the operation
 * that waits; {@code Events} is what it waits for.
 */
@NullMarked
package io.loomwheel.examples.longpoll;

import org.jspecify.annotations.NullMarked;
