package io.loomwheel.internal.dispatch;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.dispatch.Rescue.BackupThreads;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a task finds on its thread doesn't hang on who had the thread started. */
class ThreadContextTest {
  private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

  private final Thread caller = Thread.currentThread();
  private final ClassLoader before = caller.getContextClassLoader();
  private URLClassLoader application;

  @BeforeEach
  void enterTheApplication() {
    application = new URLClassLoader(new URL[0], before);
    caller.setContextClassLoader(application);
  }

  @AfterEach
  void leaveTheApplication() throws Exception {
    caller.setContextClassLoader(before);
    application.close();
  }

  private static ClassLoader seenBy(Executor executor) throws Exception {
    CompletableFuture<ClassLoader> seen = new CompletableFuture<>();
    executor.execute(() -> seen.complete(Thread.currentThread().getContextClassLoader()));
    return seen.get(60, SECONDS);
  }

  static Stream<Executor> sharedExecutors() {
    return Stream.of(Relay.shared(), Relay.perTask());
  }

  @ParameterizedTest
  @MethodSource("sharedExecutors")
  void execute_sharedFromAForeignContext_takesNothingOfItAlong(Executor executor) throws Exception {
    CompletableFuture<String> local = new CompletableFuture<>();
    INHERITED.set("the caller's");
    try {
      executor.execute(() -> local.complete(INHERITED.get()));
      assertThat(local.get(60, SECONDS)).isNull();
    } finally {
      INHERITED.remove();
    }
    assertThat(seenBy(executor)).isSameAs(TaskRelay.class.getClassLoader());
  }

  /** Loomwheel in a loader of its own, as in a server: neither the system's nor the caller's. */
  @ParameterizedTest
  @MethodSource("sharedExecutorNames")
  void execute_sharedOfALoaderOfItsOwn_seesThatLoader(String method) throws Exception {
    URL classes = location(TaskRelay.class);
    try (URLClassLoader server =
        new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
      Class<?> relay = server.loadClass(Relay.class.getName());
      assertThat(relay).isNotSameAs(Relay.class);
      Executor shared = (Executor) relay.getMethod(method).invoke(null);
      assertThat(seenBy(shared)).isSameAs(server);
    }
  }

  static Stream<String> sharedExecutorNames() {
    return Stream.of("shared", "perTask");
  }

  private static URL location(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source.getLocation();
  }

  /** What a thread has of its own. */
  private record Traits(ThreadGroup parentOfItsGroup, int priority, ClassLoader loader) {
    static Traits ofThisThread() {
      Thread thread = Thread.currentThread();
      return new Traits(
          thread.getThreadGroup().getParent(),
          thread.getPriority(),
          thread.getContextClassLoader());
    }
  }

  @Test
  void platformBackupThreads_startedFromAForeignContext_takeNothingOfItAlong() throws Exception {
    CompletableFuture<Traits> ofTheCheck = new CompletableFuture<>();
    CompletableFuture<Traits> ofTheBackup = new CompletableFuture<>();
    Thread starter =
        new Thread(
            new ThreadGroup("an application's"),
            () -> {
              BackupThreads threads = new BackupThreads();
              threads.later(() -> ofTheCheck.complete(Traits.ofThisThread()), 0);
              threads.startBackup(() -> ofTheBackup.complete(Traits.ofThisThread()));
            });
    starter.setPriority(Thread.MAX_PRIORITY);
    starter.start();
    Traits own = new Traits(null, Thread.NORM_PRIORITY, TaskRelay.class.getClassLoader());
    assertThat(ofTheCheck.get(60, SECONDS)).isEqualTo(own);
    assertThat(ofTheBackup.get(60, SECONDS)).isEqualTo(own);
  }

  @Test
  void execute_relayOfOnesOwn_seesTheLoaderOfWhoMadeIt() throws Exception {
    TaskRelay relay = new Relay();
    caller.setContextClassLoader(before);
    assertThat(seenBy(relay)).isSameAs(application);
  }

  @Test
  void execute_relayWithALoader_seesThatOne() throws Exception {
    assertThat(seenBy(new TaskRelay("relay", ClassLoader.getPlatformClassLoader())))
        .isSameAs(ClassLoader.getPlatformClassLoader());
  }

  @Test
  void execute_taskThatSetsTheLoader_leavesTheNextTaskItsOwn() {
    Starts threads = new Starts();
    TaskRelay relay = Relays.relay(threads);
    List<ClassLoader> seen = new ArrayList<>();
    relay.execute(() -> caller.setContextClassLoader(before));
    relay.execute(() -> seen.add(caller.getContextClassLoader()));
    threads.runAll();
    assertThat(seen).containsExactly(application);
  }

  @Test
  void dispatch_refusedByTheExecutor_freshThreadSeesTheLoaderOfWhoMadeTheDispatcher()
      throws Exception {
    Dispatcher dispatcher = Relays.dispatcher(Relays.REFUSES, null);
    caller.setContextClassLoader(before);
    assertThat(seenBy(dispatcher::dispatch)).isSameAs(application);
  }

  @Test
  void dispatch_handlerFails_freshThreadSeesTheLoaderOfTheRelay() throws Exception {
    Starts noThreads = new Starts();
    noThreads.failing = true;
    TaskRelay relay = Relays.relay(noThreads);
    caller.setContextClassLoader(before);
    Dispatcher dispatcher =
        Relays.dispatcher(
            relay,
            (task, reason) -> {
              throw new IllegalStateException("on purpose");
            });
    assertThat(seenBy(dispatcher::dispatch)).isSameAs(application);
  }
}
