/**
 * Each public way to hand a task to Loomwheel, a class each; {@link
 * io.loomwheel.soak.submitter.SubmitterKind} lists them.
 *
 * <p>Entered by the load and by faults, on any thread.
 */
@NullMarked
package io.loomwheel.soak.submitter;

import org.jspecify.annotations.NullMarked;
