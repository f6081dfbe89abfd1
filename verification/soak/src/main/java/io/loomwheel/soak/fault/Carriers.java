package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** Strangers' virtual threads that compute on all carriers, from before a wave to its end. */
final class Carriers implements Fault {
  private volatile AtomicBoolean over = new AtomicBoolean(true);

  @Override
  public String name() {
    return "carriers";
  }

  @Override
  public boolean holdsCarriers() {
    return true;
  }

  @Override
  public Executor executor(Executor under) {
    AtomicBoolean end = new AtomicBoolean();
    over = end;
    for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
      Thread.ofVirtual().name("soak-stranger").start(() -> compute(end));
    }
    return under;
  }

  private static void compute(AtomicBoolean end) {
    while (!end.get()) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void relent() {
    over.set(true);
  }
}
