/** BlockHound watches the driver, and whoever arms and cancels. */
package io.loomwheel.reactor.blockhound;
