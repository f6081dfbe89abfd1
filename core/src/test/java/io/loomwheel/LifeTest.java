package io.loomwheel;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.errorpoints.RewrittenClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.NonNull;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.slf4j.LoggerFactory;
import org.slf4j.simple.SimpleServiceProvider;

/** The page on the life of a timeout names the files whose code it passes, and no others. */
class LifeTest {
  private static final Path PAGE = Path.of("../docs/design/life.md");
  private static final Pattern ITEM = Pattern.compile("(?m)^- `(\\w+)`: ");

  @Test
  @SuppressWarnings("unchecked")
  void life_ofATimeout_passesTheFilesThatThePageNames() throws Exception {
    URL[] locations =
        ClassLocations.of(
            WheelTimer.class,
            Lives.class,
            LoggerFactory.class,
            SimpleServiceProvider.class,
            NonNull.class);
    try (Recorder recorder = new Recorder(locations)) {
      Object lives = recorder.loadClass(Lives.class.getName()).getConstructor().newInstance();
      Set<String> passed = ((Callable<Set<String>>) lives).call();
      Set<String> named = new LinkedHashSet<>();
      ITEM.matcher(Files.readString(PAGE)).results().map(LifeTest::name).forEach(named::add);
      assertThat(passed).containsExactlyInAnyOrderElementsOf(named);
    }
  }

  private static String name(MatchResult item) {
    return item.group(1);
  }

  /** Has each method of Loomwheel say at its begin in which file it is. */
  private static final class Recorder extends URLClassLoader {
    Recorder(URL[] locations) {
      super(locations, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (!name.startsWith("io.loomwheel.") || name.startsWith(LifeTest.class.getName())) {
        return super.findClass(name);
      }
      try (InputStream in = findResource(name.replace('.', '/') + ".class").openStream()) {
        String file = name.replaceAll("^.*\\.|\\$.*$", "");
        byte[] bytes =
            RewrittenClass.bytes(
                in, ClassWriter.COMPUTE_MAXS, (method, next) -> new Saying(next, file));
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Saying extends MethodVisitor {
    private final String file;

    Saying(MethodVisitor next, String file) {
      super(Opcodes.ASM9, next);
      this.file = file;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      super.visitLdcInsn(file);
      String lives = Lives.class.getName().replace('.', '/');
      super.visitMethodInsn(Opcodes.INVOKESTATIC, lives, "pass", "(Ljava/lang/String;)V", false);
    }
  }

  /** Runs in the loader above: a timeout that is put off and fires, and one that is cancelled. */
  public static final class Lives implements Callable<Set<String>> {
    private static final Set<String> PASSED = new LinkedHashSet<>();
    private static boolean recording;

    /** Called by every method. What looks after the relay in between is no part of a life. */
    public static void pass(String file) {
      synchronized (PASSED) {
        if (recording
            && !file.equals("TimerTask")
            && !Thread.currentThread().getName().equals("loomwheel-watch")) {
          PASSED.add(file);
        }
      }
    }

    private static void record(boolean on) {
      synchronized (PASSED) {
        recording = on;
      }
    }

    @Override
    public Set<String> call() throws Exception {
      try (WheelTimer timer = WheelTimer.create()) {
        live(timer, 1); // loads classes and starts the driver
        record(true);
        live(timer, 30);
        live(timer, 30); // by now the driver has left the code that handed the first one on
        record(false);
      }
      return new LinkedHashSet<>((Collection<String>) PASSED);
    }

    private static void live(WheelTimer timer, long millis) throws Exception {
      CompletableFuture<Boolean> ran = new CompletableFuture<>();
      Timeout cancelled = timer.newTimeout(timeout -> {}, 1, TimeUnit.HOURS);
      Timeout fired =
          timer.newTimeout(timeout -> ran.complete(true), millis, TimeUnit.MILLISECONDS);
      fired.reschedule(millis + 1, TimeUnit.MILLISECONDS);
      fired.reschedule(millis, TimeUnit.MILLISECONDS);
      cancelled.cancel();
      ran.get(20, TimeUnit.SECONDS);
    }
  }
}
