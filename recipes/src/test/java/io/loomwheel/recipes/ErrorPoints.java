package io.loomwheel.recipes;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads the recipes, the purgatory and their tests once more, with a call of {@link #here} before
 * each call that these make, but those of the user's code.
 */
public final class ErrorPoints extends ClassLoader {
  private static final List<String> PACKAGES =
      List.of("io.loomwheel.purgatory.", "io.loomwheel.recipes.");
  private static final String ME = ErrorPoints.class.getName();

  /** What the user writes. */
  private static final Set<String> USERS =
      Set.of("renew", "lost", "call", "test", "tryComplete", "onComplete", "onExpiration");

  /** The call that fails, counted from the one that sets this; zero means none. */
  private static int left;

  private ErrorPoints() {
    super(ErrorPoints.class.getClassLoader());
  }

  /**
   * Tries each call of a step, one after the other. The test is made with these arguments, of types
   * that all loaders share.
   *
   * @return how many calls the step makes, and one more
   */
  public static int failAtEach(Class<?> test, Object... arguments) throws Exception {
    Constructor<?> made = new ErrorPoints().loadClass(test.getName()).getDeclaredConstructors()[0];
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

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (PACKAGES.stream().noneMatch(name::startsWith) || name.equals(ME)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      ClassReader reader = new ClassReader(in);
      ClassWriter writer = new ClassWriter(reader, 0);
      boolean isTest = name.contains("Test");
      reader.accept(isTest ? writer : new Failing(writer), 0);
      byte[] bytes = writer.toByteArray();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static final class Failing extends ClassVisitor {
    Failing(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, type, signature, exceptions);
      return new MethodVisitor(Opcodes.ASM9, next) {
        @Override
        public void visitMethodInsn(
            int code, String owner, String called, String calledType, boolean ofInterface) {
          if (!USERS.contains(called)) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, ME.replace('.', '/'), "here", "()V", false);
          }
          super.visitMethodInsn(code, owner, called, calledType, ofInterface);
        }
      };
    }
  }
}
