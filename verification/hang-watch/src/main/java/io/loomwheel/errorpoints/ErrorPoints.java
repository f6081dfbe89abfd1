package io.loomwheel.errorpoints;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads some packages and their tests once more, with a call of {@link #here} before each call that
 * the product makes there, but those of the user's code. For one thread of one test.
 *
 * @param users the names of methods that the user writes
 * @param packages the beginnings of the names of classes
 */
public record ErrorPoints(Set<String> users, List<String> packages) {
  /** The call that fails, counted from the one that sets this; zero means none. */
  private static int left;

  /**
   * Tries each call of a step, one after the other. The test is made with these arguments, of types
   * that all loaders share.
   *
   * @return how many calls the step makes, and one more
   */
  public int failAtEach(Class<?> test, Object... arguments) throws ReflectiveOperationException {
    ClassLoader loader = new Loader(test.getClassLoader());
    Constructor<?> made = loader.loadClass(test.getName()).getDeclaredConstructors()[0];
    made.setAccessible(true); // as a class of another loader it is of another package
    IntPredicate failedAt = (IntPredicate) made.newInstance(arguments);
    int call = 1;
    while (failedAt.test(call)) {
      call++;
    }
    return call;
  }

  /** Fails like a call without stack, at the chosen one. */
  public static void here() {
    if (left > 0 && --left == 0) {
      throw new StackOverflowError("on purpose");
    }
  }

  /** Chooses the call that fails. {@return how many calls were left before the last choice} */
  public static int failAt(int call) {
    int before = left;
    left = call;
    return before;
  }

  private final class Loader extends RewritingLoader {
    Loader(ClassLoader parent) {
      super(parent, name -> packages.stream().anyMatch(name::startsWith));
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
        int code, String owner, String called, String calledType, boolean ofInterface) {
      if (!users.contains(called)) {
        String here = ErrorPoints.class.getName().replace('.', '/');
        super.visitMethodInsn(Opcodes.INVOKESTATIC, here, "here", "()V", false);
      }
      super.visitMethodInsn(code, owner, called, calledType, ofInterface);
    }
  }
}
