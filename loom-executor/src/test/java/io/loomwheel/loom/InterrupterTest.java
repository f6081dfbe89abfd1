package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.errorpoints.RewritingLoader;
import io.loomwheel.errorpoints.RewrittenClass;
import io.loomwheel.hangwatch.Waiting;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Interrupts that block or throw, and those behind them. */
class InterrupterTest {
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void letGo() {
    release.countDown();
  }

  @Test
  void execute_othersBlock_runsAllTheSame() throws Exception {
    for (int i = 0; i < 20; i++) {
      CountDownLatch ran = new CountDownLatch(1);
      Interrupter.execute(() -> Waiting.forLatch(release));
      Interrupter.execute(ran::countDown);
      assertThat(ran.await(30, SECONDS)).isTrue();
    }
  }

  @Test
  void execute_othersThrow_tellsTheirThreads_andRunsAllTheSame() throws Exception {
    CountDownLatch told = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      Interrupter.execute(
          () -> {
            Thread.currentThread().setUncaughtExceptionHandler((where, what) -> told.countDown());
            throw new IllegalStateException("on purpose");
          });
    }
    CountDownLatch ran = new CountDownLatch(1);
    Interrupter.execute(ran::countDown);
    assertThat(ran.await(30, SECONDS)).isTrue();
    assertThat(told.await(30, SECONDS)).isTrue();
  }

  @Test
  void execute_afterItsThreadHasEndedForLackOfWork_runsOnANewOne() throws Exception {
    CompletableFuture<Thread> first = new CompletableFuture<>();
    Interrupter.execute(() -> first.complete(Thread.currentThread()));
    assertThat(first.get(30, SECONDS).join(Duration.ofSeconds(30))).isTrue();
    CountDownLatch ran = new CountDownLatch(1);
    Interrupter.execute(ran::countDown);
    assertThat(ran.await(30, SECONDS)).isTrue();
  }

  @Test
  void execute_byManyThreads_losesNone() throws Exception {
    int each = 10_000;
    CountDownLatch ran = new CountDownLatch(4 * each);
    for (int i = 0; i < 4; i++) {
      Thread.startVirtualThread(
          () -> {
            for (int k = 0; k < each; k++) {
              Interrupter.execute(ran::countDown);
            }
          });
    }
    assertThat(ran.await(30, SECONDS)).isTrue();
  }

  /** What an {@link Interrupter} of a loader of its own calls before it starts a thread. */
  public static final class Starts {
    private static volatile boolean fail;

    public static void here() {
      if (fail) {
        throw new OutOfMemoryError("on purpose");
      }
    }
  }

  private static final class Loader extends RewritingLoader {
    Loader() {
      super(Interrupter.class.getClassLoader(), Interrupter.class.getName()::equals);
    }

    @Override
    protected byte[] rewritten(String name, InputStream in, boolean isTest) throws IOException {
      return RewrittenClass.bytes(in, 0, (method, next) -> new StartingMethod(next));
    }
  }

  private static final class StartingMethod extends MethodVisitor {
    StartingMethod(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int code, String owner, String name, String type, boolean ofInterface) {
      if (name.equals("start")) {
        String starts = Starts.class.getName().replace('.', '/');
        super.visitMethodInsn(Opcodes.INVOKESTATIC, starts, "here", "()V", false);
      }
      super.visitMethodInsn(code, owner, name, type, ofInterface);
    }
  }

  private static Method executeOfAnother() throws Exception {
    Class<?> another = new Loader().loadClass(Interrupter.class.getName());
    Method execute = another.getDeclaredMethod("execute", Runnable.class);
    execute.setAccessible(true);
    return execute;
  }

  @Test
  void execute_fromAForeignThreadGroup_theThreadHasNeitherThatNorItsPriority() throws Exception {
    Method execute = executeOfAnother();
    CompletableFuture<List<Object>> seen = new CompletableFuture<>();
    Runnable looks =
        () -> {
          Thread thread = Thread.currentThread();
          seen.complete(List.of(thread.getThreadGroup().getName(), thread.getPriority()));
        };
    Thread caller =
        new Thread(
            new ThreadGroup("an application's"),
            () -> {
              try {
                execute.invoke(null, looks);
              } catch (ReflectiveOperationException e) {
                seen.completeExceptionally(e);
              }
            });
    caller.setPriority(Thread.MAX_PRIORITY);
    caller.start();
    assertThat(seen.get(30, SECONDS)).containsExactly("system", Thread.NORM_PRIORITY);
  }

  @Test
  void execute_anotherThrowsAndNoThreadCanBeStarted_runsAllTheSame() throws Exception {
    Method execute = executeOfAnother();
    CountDownLatch ran = new CountDownLatch(1);
    Runnable queued = ran::countDown;
    Runnable throwing =
        () -> {
          Starts.fail = true;
          try {
            execute.invoke(null, queued);
          } catch (ReflectiveOperationException noThread) {
            throw new IllegalStateException("on purpose", noThread);
          }
        };
    try {
      execute.invoke(null, throwing);
      assertThat(ran.await(20, SECONDS)).isTrue();
    } finally {
      Starts.fail = false;
    }
  }
}
