package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MicrometerContextCaptureTest {
  private static final ThreadLocal<String> TENANT = new ThreadLocal<>();

  private final ContextRegistry registry =
      new ContextRegistry().registerThreadLocalAccessor("tenant", TENANT);
  private final ContextCapture capture =
      new MicrometerContextCapture(
          ContextSnapshotFactory.builder().contextRegistry(registry).clearMissing(true).build());

  @AfterEach
  void clear() {
    TENANT.remove();
  }

  @Test
  void execute_valueOfTheCaller_isThereInTheTaskAndGoneAfterIt() throws Exception {
    try (var executor =
        VirtualThreadExecutor.builder()
            .relayed()
            .maxRunning(1, 9)
            .contextCapture(capture)
            .build()) {
      TENANT.set("first");
      var first = executor.submit(TENANT::get);
      TENANT.remove();
      var second = executor.submit(() -> String.valueOf(TENANT.get()));
      assertThat(first.get()).isEqualTo("first");
      assertThat(second.get()).isEqualTo("null");
    }
  }
}
