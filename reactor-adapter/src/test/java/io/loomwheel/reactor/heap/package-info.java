/**
 * A million one-day timeouts in a JVM of 64 MB: {@code SmallHeapTest} starts it, {@code SmallHeap}
 * is what runs there, {@code Way} is how the timeouts come and go.
 */
package io.loomwheel.reactor.heap;
