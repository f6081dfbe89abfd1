package io.loomwheel.contract;

/** What a submission returns. */
public interface Handle {
  void dispose();

  boolean isDisposed();
}
