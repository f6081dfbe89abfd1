package io.loomwheel.contract;

/** A scheduler under test. */
public interface Subject extends Taker {
  Taker createWorker();
}
