/**
 * The races that a user of the public API can start, one jcstress case each.
 *
 * <p>A case is two actors, run at once over and over, and an arbiter that looks at what they left.
 * Its description says which race it is, and what stands in which place of its outcomes. Whatever
 * outcome it doesn't name is forbidden. Cases that have to reach behind the public API lie in the
 * packages that they test.
 *
 * <p>Entered by jcstress, with two threads at once.
 */
@NullMarked
package io.loomwheel.stress;

import org.jspecify.annotations.NullMarked;
