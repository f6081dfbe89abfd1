/**
 * The way from the front door to the rooms behind it, for Loomwheel's other modules. Not exported.
 */
@NullMarked
package io.loomwheel.internal;

import org.jspecify.annotations.NullMarked;
