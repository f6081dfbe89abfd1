package io.loomwheel.examples.kotlin

import io.loomwheel.WheelTimer
import io.loomwheel.loom.WheelExecutorService
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull

/** Many coroutines that wait at once; returns how many of them woke on a virtual thread. */
fun sleepers(wheel: CoroutineDispatcher, count: Int, millis: Long): Int {
  val virtual = AtomicInteger()
  runBlocking(wheel) {
    repeat(count) {
      launch {
        delay(millis)
        if (Thread.currentThread().isVirtual) virtual.incrementAndGet()
      }
    }
  }
  return virtual.get()
}

/** An answer that doesn't come in time. */
fun tooLate(wheel: CoroutineDispatcher, millis: Long): String =
  runBlocking(wheel) {
    withTimeoutOrNull<String>(millis) { awaitCancellation() } ?: "too late"
  }

/** An answer that is there at once, so its timeout is called off. */
fun inTime(wheel: CoroutineDispatcher, millis: Long): String =
  runBlocking(wheel) {
    withTimeoutOrNull(millis) { "in time" } ?: "too late"
  }

/** A delay within another dispatcher, which has a timer of its own. */
fun elsewhere(wheel: CoroutineDispatcher, millis: Long) =
  runBlocking(wheel) {
    withContext(Dispatchers.IO) { delay(millis) }
  }

/** Ten thousand delays, a timeout, and one that is called off. */
fun main() {
  WheelTimer.create().use { timer ->
    WheelExecutorService.on(timer).asCoroutineDispatcher().use { wheel ->
      println("${sleepers(wheel, 10_000, 50)} woke on virtual threads")
      println(tooLate(wheel, 50))
      println(inTime(wheel, 50))
    }
    println(timer.stats())
  }
}
