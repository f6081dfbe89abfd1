package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Stage;
import java.util.ArrayList;
import java.util.List;

/** A busy loop for every core. */
final class Starves implements Fault {
  @Override
  public String name() {
    return "starves";
  }

  @Override
  public void during(Stage stage) throws InterruptedException {
    List<Thread> loops = new ArrayList<>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      loops.add(Thread.ofPlatform().name("soak-busy").start(() -> loop(stage)));
    }
    for (Thread loop : loops) {
      loop.join();
    }
  }

  private static void loop(Stage stage) {
    while (!stage.isOver()) {
      Thread.onSpinWait();
    }
  }
}
