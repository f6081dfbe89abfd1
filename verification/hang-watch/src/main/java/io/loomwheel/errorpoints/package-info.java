/** Has each call of a step fail, one after the other. */
@NullMarked
package io.loomwheel.errorpoints;

import org.jspecify.annotations.NullMarked;
