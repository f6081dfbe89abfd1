/**
 * What BlockHound is told of Loomwheel, for those who have it on the path. Not exported: BlockHound
 * finds it as a service.
 *
 * <p>The thread that installs BlockHound enters.
 */
@NullMarked
package io.loomwheel.reactor.blockhound;

import org.jspecify.annotations.NullMarked;
