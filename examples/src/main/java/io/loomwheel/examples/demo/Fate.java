package io.loomwheel.examples.demo;

/** What the backend does with one attempt at a request. */
enum Fate {
  /** Answers within a few milliseconds. */
  QUICK,
  /** Answers late, but well within the timeout. */
  SLOW,
  /** Never answers. */
  HANG
}
