package io.loomwheel.dispatch;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a task finds on its thread doesn't hang on who had the thread started. */
class ThreadContextTest {
  private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

  static Stream<Executor> executors() {
    return Stream.of(new Relay(), Relay.perTask());
  }

  @ParameterizedTest
  @MethodSource("executors")
  void execute_fromAForeignContext_takesNothingOfItAlong(Executor executor) throws Exception {
    AtomicReference<String> local = new AtomicReference<>();
    AtomicReference<ClassLoader> loader = new AtomicReference<>();
    CountDownLatch ran = new CountDownLatch(1);
    Thread caller = Thread.currentThread();
    ClassLoader before = caller.getContextClassLoader();
    try (URLClassLoader foreign = new URLClassLoader(new URL[0], before)) {
      caller.setContextClassLoader(foreign);
      INHERITED.set("the caller's");
      executor.execute(
          () -> {
            local.set(INHERITED.get());
            loader.set(Thread.currentThread().getContextClassLoader());
            ran.countDown();
          });
      assertThat(ran.await(60, SECONDS)).isTrue();
    } finally {
      INHERITED.remove();
      caller.setContextClassLoader(before);
    }
    assertThat(local.get()).isNull();
    assertThat(loader.get()).isSameAs(ClassLoader.getSystemClassLoader());
  }
}
