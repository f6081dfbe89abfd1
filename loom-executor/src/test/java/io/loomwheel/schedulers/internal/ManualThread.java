package io.loomwheel.schedulers.internal;

import io.loomwheel.schedulers.internal.Target.TargetWorker;
import java.util.function.BooleanSupplier;

/** A thread of a target for tests, which takes what the target and a Worker of it take. */
final class ManualThread extends TargetThread {
  private final Target target;
  private final TargetWorker drains;
  private final BooleanSupplier callsNoUserCode;
  boolean lost;
  boolean busy;

  /** How many drains of its Workers it was handed. */
  int handed;

  ManualThread(Target target, TargetWorker drains, BooleanSupplier callsNoUserCode) {
    super(target);
    this.target = target;
    this.drains = drains;
    this.callsNoUserCode = callsNoUserCode;
  }

  @Override
  protected boolean give(Runnable due) {
    return !lost && target.give(due);
  }

  @Override
  protected boolean isLost() {
    return lost;
  }

  @Override
  protected boolean isBusy() {
    return busy;
  }

  @Override
  protected boolean callsNoUserCode() {
    return callsNoUserCode.getAsBoolean();
  }

  @Override
  public boolean hand(WorkerDrain drain) {
    handed++;
    return drains.hand(drain);
  }

  @Override
  public void giveBack() {
    drains.giveBack();
  }
}
