package io.loomwheel.examples.demo;

import java.util.concurrent.atomic.AtomicBoolean;

/** One attempt at a request: knows when it began, and tells the book of its timeout. */
final class Attempt {
  private final Book book;
  private final int request;
  private final int number;
  private final long beganNanos = System.nanoTime();

  /** Whether the timeout was signalled; set once, by whoever signals first. */
  private final AtomicBoolean timedOut = new AtomicBoolean();

  Attempt(Book book, int request, int number) {
    this.book = book;
    this.request = request;
    this.number = number;
  }

  /** {@return which attempt at its request this is, from 1} */
  int number() {
    return number;
  }

  /** Notes that the timeout of this attempt was signalled just now. */
  void timedOut() {
    long tookNanos = System.nanoTime() - beganNanos;
    if (timedOut.compareAndSet(false, true)) {
      book.timeout(request, number, tookNanos);
    } else {
      book.repeated();
    }
  }
}
