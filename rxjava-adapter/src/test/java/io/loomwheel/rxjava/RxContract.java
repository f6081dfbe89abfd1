package io.loomwheel.rxjava;

/** A suite that runs on every way to build a scheduler. */
interface RxContract {
  /** {@return how the schedulers of this instance are built} */
  Way way();
}
