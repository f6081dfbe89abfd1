/** Weighs the heap, for tests of any module that ask what was left behind. */
@NullMarked
package io.loomwheel.liveheap;

import org.jspecify.annotations.NullMarked;
