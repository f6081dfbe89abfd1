package io.loomwheel.pages;

import java.util.concurrent.atomic.AtomicInteger;

/** Fails twice, and then answers. */
final class FlakyBackend {
  private final AtomicInteger asked = new AtomicInteger();

  String fetch(String what) {
    if (asked.incrementAndGet() < 3) {
      throw new IllegalStateException("no " + what + " yet");
    }
    return "42";
  }

  int asked() {
    return asked.get();
  }
}
