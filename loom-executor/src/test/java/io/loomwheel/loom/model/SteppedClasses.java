package io.loomwheel.loom.model;

import static org.objectweb.asm.Opcodes.ACC_VOLATILE;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * Loads the executor's classes with a call of {@link Steps#here} before each access to what threads
 * share: volatile fields, the action of a task, and what lies in other classes, such as the wheel,
 * a registry or a {@code FutureTask}. Their methods are one step each.
 */
final class SteppedClasses extends ClassLoader {
  private static final String STEPS = "io/loomwheel/loom/model/Steps";
  private static final String PACKAGE = "io.loomwheel.loom.";
  private static final String BASE = "io.loomwheel.schedulers.internal.";
  private static final Set<String> WORLDS =
      Set.of(PACKAGE + "model.ExecutorWorld", PACKAGE + "model.ThreadsWorld");

  /** Those with steps inside. The others of their packages are only loaded here, too. */
  private static final Set<String> STEPPED =
      Set.of(
          PACKAGE + "WheelExecutorService",
          PACKAGE + "WheelExecutorService$WheelFuture",
          PACKAGE + "WheelExecutorService$TimedFuture",
          PACKAGE + "WheelExecutorService$TimedFuture$Expiry",
          PACKAGE + "ExecutorTaskOwner",
          PACKAGE + "ExecutorTaskOwner$ExecutorTask",
          PACKAGE + "VirtualThreadExecutor",
          BASE + "Task",
          BASE + "TaskOwner");

  /** Methods that a stepped class inherits from a node or a future. */
  private static final Set<String> INHERITED =
      Set.of(
          "cancel",
          "exceptionNow",
          "isArmed",
          "isDone",
          "isOver",
          "runAndReset",
          "setException",
          "state");

  private final Set<String> shared = new HashSet<>(Set.of("action"));

  SteppedClasses() throws IOException {
    super(SteppedClasses.class.getClassLoader());
    for (String name : STEPPED) {
      new ClassReader(bytes(name)).accept(new VolatileFields(), ClassReader.SKIP_CODE);
    }
  }

  private static byte[] bytes(String name) throws IOException {
    String path = name.replace('.', '/') + ".class";
    try (InputStream file = SteppedClasses.class.getClassLoader().getResourceAsStream(path)) {
      return file.readAllBytes();
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    boolean mine =
        name.startsWith(BASE)
            || WORLDS.contains(name)
            || (name.startsWith(PACKAGE) && !name.startsWith(PACKAGE + "model."));
    if (!mine) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try {
      byte[] bytes = bytes(name);
      if (STEPPED.contains(name)) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new WithSteps(writer), 0);
        bytes = writer.toByteArray();
      }
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private final class VolatileFields extends ClassVisitor {
    VolatileFields() {
      super(ASM9);
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String type, String signature, Object value) {
      if ((access & ACC_VOLATILE) != 0) {
        shared.add(name);
      }
      return null;
    }
  }

  private final class WithSteps extends ClassVisitor {
    WithSteps(ClassVisitor to) {
      super(ASM9, to);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String type, String signature, String[] exceptions) {
      MethodVisitor to = super.visitMethod(access, name, type, signature, exceptions);
      return name.startsWith("<") ? to : new StepsInside(to);
    }
  }

  private final class StepsInside extends MethodVisitor {
    StepsInside(MethodVisitor to) {
      super(ASM9, to);
    }

    @Override
    public void visitFieldInsn(int code, String owner, String name, String type) {
      if (shared.contains(name)) {
        call("here");
      }
      super.visitFieldInsn(code, owner, name, type);
    }

    @Override
    public void visitMethodInsn(
        int code, String owner, String name, String type, boolean ofInterface) {
      if (name.equals("onSpinWait")) {
        call("spin");
      } else if (!name.equals("<init>") && isShared(owner, name)) {
        call("here");
      }
      super.visitMethodInsn(code, owner, name, type, ofInterface);
    }

    private boolean isShared(String owner, String name) {
      return owner.startsWith("io/loomwheel/internal/")
          || owner.startsWith("java/util/concurrent/")
          || owner.equals("java/util/Set")
          || owner.endsWith("/VarHandle")
          || owner.endsWith("$TaskRegistry")
          || INHERITED.contains(name);
    }

    private void call(String method) {
      super.visitMethodInsn(INVOKESTATIC, STEPS, method, "()V", false);
    }
  }
}
