package io.loomwheel.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.rxjava4.WheelScheduler;
import io.reactivex.rxjava4.core.Flowable;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The adapter on the module path of a modular project, which depends on nothing else. */
class RxJava4ModuleTest {
  private static final String MAIN =
      """
      package consumer;
      import io.loomwheel.WheelTimer;
      import io.loomwheel.rxjava4.WheelOperators;
      import io.loomwheel.rxjava4.WheelScheduler;
      import io.reactivex.rxjava4.core.Flowable;
      import java.util.concurrent.TimeUnit;
      /** Uses a scheduler. */
      public final class Main implements Runnable {
        /** Makes one. */
        public Main() {}
        @Override public void run() {
          try (WheelTimer timer = WheelTimer.create()) {
            WheelScheduler wheel = WheelScheduler.on(timer);
            Flowable.timer(1, TimeUnit.MILLISECONDS, wheel)
                .compose(WheelOperators.timeout(30, TimeUnit.SECONDS, wheel))
                .blockingLast();
          }
        }
      }
      """;

  @Test
  void adapter_aloneOnTheModulePath_compilesAndRuns(@TempDir Path dir) throws Exception {
    ModuleConsumer consumer =
        new ModuleConsumer(
            dir,
            WheelScheduler.class,
            WheelExecutorService.class,
            WheelTimer.class,
            LoggerFactory.class,
            Flowable.class);
    assertThat(consumer.compile("io.loomwheel.rxjava4", MAIN)).isEmpty();
    assertThat(consumer.run().modules())
        .extracting(Module::getName)
        .contains("consumer", "io.loomwheel.rxjava4", "io.reactivex.rxjava4")
        .doesNotContain("io.loomwheel.rxjava", "org.jspecify", "org.reactivestreams");
  }
}
