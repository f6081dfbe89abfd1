package io.loomwheel.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.netty.NettyWheelTimer;
import io.reactivex.rxjava3.core.Flowable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * A modular project that depends on one of our artifacts has that and what must be there on its
 * module path: neither annotations nor what an optional part needs. It compiles without a warning,
 * and runs.
 */
class ModulePathTest {
  /** What is published, and what must be there with it. */
  @SuppressWarnings("ImmutableEnumChecker") // nobody writes to the array
  enum Artifact {
    CORE(
        "io.loomwheel.core",
        """
          import io.loomwheel.*;
          """,
        """
          CountDownLatch ran = new CountDownLatch(1);
          try (WheelTimer timer = WheelTimer.create()) {
            Timeout timeout = timer.newTimeout(fired -> ran.countDown(), 1, TimeUnit.MILLISECONDS);
            return ran.await(30, TimeUnit.SECONDS) && timeout.task() != null;
          }
          """,
        WheelTimer.class,
        LoggerFactory.class),
    LOOM(
        "io.loomwheel.loom",
        """
          import io.loomwheel.loom.WheelExecutorService;
          """,
        """
          try (WheelExecutorService executor = WheelExecutorService.create()) {
            return executor.schedule(() -> true, 1, TimeUnit.MILLISECONDS).get(30, TimeUnit.SECONDS);
          }
          """,
        WheelExecutorService.class,
        WheelTimer.class,
        LoggerFactory.class),
    REACTOR(
        "io.loomwheel.reactor",
        """
          import io.loomwheel.WheelTimer;
          import io.loomwheel.reactor.*;
          import java.time.Duration;
          import reactor.core.publisher.*;
          """,
        """
          try (WheelTimer timer = WheelTimer.create()) {
            WheelScheduler wheel = WheelScheduler.on(timer);
            Flux<Long> one = Mono.delay(Duration.ofMillis(1), wheel).flux();
            one = one.transform(WheelOperators.timeout(Duration.ofSeconds(30), wheel));
            return one.blockLast() == 0;
          }
          """,
        io.loomwheel.reactor.WheelScheduler.class,
        WheelExecutorService.class,
        WheelTimer.class,
        LoggerFactory.class,
        Mono.class,
        Publisher.class),
    RXJAVA(
        "io.loomwheel.rxjava",
        """
          import io.loomwheel.WheelTimer;
          import io.loomwheel.rxjava.WheelScheduler;
          import io.reactivex.rxjava3.core.Flowable;
          """,
        """
          try (WheelTimer timer = WheelTimer.create()) {
            WheelScheduler wheel = WheelScheduler.on(timer);
            return Flowable.timer(1, TimeUnit.MILLISECONDS, wheel).blockingLast() == 0;
          }
          """,
        io.loomwheel.rxjava.WheelScheduler.class,
        WheelExecutorService.class,
        WheelTimer.class,
        LoggerFactory.class,
        Flowable.class,
        Publisher.class),
    NETTY(
        "io.loomwheel.netty",
        """
          import io.loomwheel.WheelTimer;
          import io.loomwheel.netty.NettyWheelTimer;
          """,
        """
          CountDownLatch ran = new CountDownLatch(1);
          try (WheelTimer wheel = WheelTimer.create()) {
            io.netty.util.Timer timer = NettyWheelTimer.on(wheel);
            timer.newTimeout(timeout -> ran.countDown(), 1, TimeUnit.MILLISECONDS);
            return ran.await(30, TimeUnit.SECONDS) && timer.stop().isEmpty();
          }
          """,
        NettyWheelTimer.class,
        io.netty.util.Timer.class,
        WheelTimer.class,
        LoggerFactory.class);

    final String module;
    final String program;
    final Class<?>[] onModulePath;

    Artifact(String module, String imports, String body, Class<?>... onModulePath) {
      this.module = module;
      this.program = program(imports, body);
      this.onModulePath = onModulePath;
    }
  }

  /** {@return a class that says whether it went well, and can be run by itself} */
  private static String program(String imports, String body) {
    return """
    package consumer;
    import java.util.concurrent.*;
    %s
    public final class Main implements Callable<Boolean> {
      public Main() {}
      public static void main(String[] args) throws Exception {
        System.out.println(new Main().call() ? "ran" : "did not run");
      }
      @Override public Boolean call() throws Exception {
        %s
      }
    }
    """
        .formatted(imports, body);
  }

  @TempDir private Path dir;

  @ParameterizedTest
  @EnumSource
  void artifact_aloneOnTheModulePath_compilesAndRuns(Artifact artifact) throws Exception {
    ModuleConsumer consumer = new ModuleConsumer(dir, artifact.onModulePath);
    assertThat(consumer.compile(artifact.module, artifact.program)).isEmpty();
    assertThat(consumer.run().modules())
        .extracting(Module::getName)
        .contains("consumer", artifact.module)
        .doesNotContain("org.jspecify", "reactor.test", "micrometer.core");
  }

  /** As in an image that jlink has made. */
  @Test
  void core_inAnImageOfJavaBaseAlone_runs() throws Exception {
    ModuleConsumer consumer = new ModuleConsumer(dir, Artifact.CORE.onModulePath);
    assertThat(consumer.compile(Artifact.CORE.module, Artifact.CORE.program)).isEmpty();
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-p",
                consumer.classes() + ":" + consumer.joined(),
                "--limit-modules",
                "java.base,io.loomwheel.core,org.slf4j",
                "-m",
                "consumer/consumer.Main")
            .redirectErrorStream(true)
            .start();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).endsWith("ran" + System.lineSeparator());
  }
}
