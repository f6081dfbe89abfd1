package io.loomwheel.errorpoints;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads some packages and their tests once more, with a call of {@link #here} before each call that
 * the product makes there, but those of the user's code, and one of {@link #memory} where it makes
 * an object, or calls what makes one. For one test at a time.
 */
public final class ErrorPoints {
  private static final String POINTS = ErrorPoints.class.getName().replace('.', '/');
  private static final String PACKAGE = ErrorPoints.class.getPackageName();

  /** Methods of other libraries that make an object on their way. */
  private static final Set<String> MAKING =
      Set.of(
          "add",
          "addAll",
          "addFirst",
          "addLast",
          "completeExceptionally",
          "compute",
          "computeIfAbsent",
          "copyOf",
          "execute",
          "forEach",
          "iterator",
          "of",
          "offer",
          "push",
          "put",
          "putIfAbsent",
          "removeIf",
          "schedule",
          "start",
          "stream",
          "submit",
          "toArray",
          "toList",
          "whenComplete");

  /** What is passed before the Error comes, that itself included; zero or less means none. */
  private static final AtomicInteger LEFT = new AtomicInteger();

  /** The thread whose calls fail; null if the allocations of all do. */
  private static volatile @Nullable Thread caller;

  /** The Error that came last, to be looked at. */
  private static final AtomicReference<Error> LAST = new AtomicReference<>();

  private final Set<String> users;
  private final List<String> packages;
  private final ClassLoader loader = new Loader();

  /**
   * Takes the names of methods that the user writes, and the beginnings of the names of classes.
   */
  public ErrorPoints(Set<String> users, List<String> packages) {
    this.users = users;
    this.packages = packages;
  }

  /**
   * Tries each place of a step, one after the other, after one time without an Error, which loads
   * all classes. The test is made with these arguments, of types that all loaders share.
   *
   * @return how many places the step passes, and one more
   */
  public int failAtEach(Class<?> test, Object... arguments) throws ReflectiveOperationException {
    Constructor<?> made = loader.loadClass(test.getName()).getDeclaredConstructors()[0];
    made.setAccessible(true); // as a class of another loader it is of another package
    IntPredicate failedAt = (IntPredicate) made.newInstance(arguments);
    int place = 0; // none
    while (isFailed(failedAt, place)) {
      place++;
    }
    return place;
  }

  private static boolean isFailed(IntPredicate failedAt, int place) {
    try {
      return failedAt.test(place);
    } catch (Throwable wrong) {
      throw new AssertionError(failedAt + " at place " + place + ": " + wrong, LAST.get());
    }
  }

  /** Fails like a call without stack, at the chosen one. */
  public static void here() {
    if (caller == Thread.currentThread() && isChosen()) {
      throw thrown(new StackOverflowError("on purpose"));
    }
  }

  /** Fails like an allocation without memory, at the chosen one. */
  public static void memory() {
    if (caller == null && isChosen()) {
      throw thrown(new OutOfMemoryError("on purpose"));
    }
  }

  /** {@return whether a place was chosen that was not passed yet} */
  public static boolean isToCome() {
    return LEFT.get() > 0;
  }

  private static boolean isChosen() {
    return isToCome() && LEFT.decrementAndGet() == 0;
  }

  private static <E extends Error> E thrown(E error) {
    LAST.set(error);
    return error;
  }

  /** Chooses the call of this thread that fails. {@return as {@link #noMemoryAt}} */
  public static int failAt(int call) {
    caller = Thread.currentThread();
    return LEFT.getAndSet(call);
  }

  /**
   * Chooses the allocation, of any thread, that fails. Zero means none.
   *
   * @return how many places were left before the last choice; zero or less if that one has failed
   */
  public static int noMemoryAt(int allocation) {
    caller = null;
    return LEFT.getAndSet(allocation);
  }

  private final class Loader extends RewritingLoader {
    Loader() {
      super(
          ErrorPoints.class.getClassLoader(),
          name -> packages.stream().anyMatch(name::startsWith) && !name.startsWith(PACKAGE));
    }

    @Override
    protected byte[] rewritten(String name, InputStream in, boolean isTest) throws IOException {
      return isTest
          ? in.readAllBytes()
          : RewrittenClass.bytes(in, 0, (method, next) -> new Failing(next));
    }
  }

  private final class Failing extends MethodVisitor {
    Failing(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int code, String owner, String called, String type, boolean ofInterface) {
      if (!users.contains(called)) {
        point("here");
      }
      if (MAKING.contains(called) && !owner.startsWith("io/loomwheel/")) {
        point("memory");
      }
      super.visitMethodInsn(code, owner, called, type, ofInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String type, Handle handle, Object... args) {
      if (!type.startsWith("()")) { // else the object is there
        point("memory");
      }
      super.visitInvokeDynamicInsn(name, type, handle, args);
    }

    @Override
    public void visitTypeInsn(int code, String type) {
      super.visitTypeInsn(code, type);
      if (code == Opcodes.NEW || code == Opcodes.ANEWARRAY) {
        point("memory"); // behind it, because a stack map may name the place of the instruction
      }
    }

    @Override
    public void visitIntInsn(int code, int operand) {
      if (code == Opcodes.NEWARRAY) {
        point("memory");
      }
      super.visitIntInsn(code, operand);
    }

    private void point(String kind) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, POINTS, kind, "()V", false);
    }
  }
}
