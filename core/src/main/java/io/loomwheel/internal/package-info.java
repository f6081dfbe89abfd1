/** Access to the internals of a timer, for Loomwheel's other modules. Exported to those only. */
@NullMarked
package io.loomwheel.internal;

import org.jspecify.annotations.NullMarked;
