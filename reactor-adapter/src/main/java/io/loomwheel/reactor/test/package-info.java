/**
 * Virtual time for tests. Needs reactor-test on the path.
 *
 * <p>Any thread may enter.
 */
@NullMarked
package io.loomwheel.reactor.test;

import org.jspecify.annotations.NullMarked;
