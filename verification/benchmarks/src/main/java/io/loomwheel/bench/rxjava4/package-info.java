/** Measures RxJava 4's schedulers beside the wheel. A program; entered by one thread. */
@NullMarked
package io.loomwheel.bench.rxjava4;

import org.jspecify.annotations.NullMarked;
