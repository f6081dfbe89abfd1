package io.loomwheel.spring;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** A context of a runner that is open until it is closed, beside others. */
final class Opened {
  private final CompletableFuture<ApplicationContext> context = new CompletableFuture<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  Opened(ApplicationContextRunner runner) {
    thread =
        Thread.ofPlatform()
            .daemon()
            .start(
                () ->
                    runner.run(
                        opened -> {
                          context.complete(opened);
                          closing.await();
                        }));
    context();
  }

  ApplicationContext context() {
    return context.orTimeout(60, TimeUnit.SECONDS).join();
  }

  void close() {
    closing.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
