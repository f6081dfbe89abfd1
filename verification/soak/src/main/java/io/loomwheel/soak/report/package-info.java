/**
 * Says what came of it: figures for each fault, the heap's slope, the threads that are left.
 *
 * <p>Entered by one thread, after each fault and at the end.
 */
@NullMarked
package io.loomwheel.soak.report;

import org.jspecify.annotations.NullMarked;
