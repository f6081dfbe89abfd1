/**
 * Tells BlockHound about Loomwheel, if BlockHound is on the path. Not exported: BlockHound finds it
 * as a service.
 *
 * <p>The thread that installs BlockHound enters.
 */
@NullMarked
package io.loomwheel.reactor.blockhound;

import org.jspecify.annotations.NullMarked;
