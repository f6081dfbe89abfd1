/** The front door. */
@NullMarked
package io.loomwheel;

import org.jspecify.annotations.NullMarked;
