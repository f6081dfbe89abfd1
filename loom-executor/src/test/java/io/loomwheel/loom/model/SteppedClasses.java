package io.loomwheel.loom.model;

import static org.objectweb.asm.Opcodes.ACC_VOLATILE;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import io.loomwheel.errorpoints.RewritingLoader;
import io.loomwheel.errorpoints.RewrittenClass;
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
final class SteppedClasses extends RewritingLoader {
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
    super(SteppedClasses.class.getClassLoader(), SteppedClasses::isMine);
    for (String name : STEPPED) {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        new ClassReader(in).accept(new VolatileFields(), ClassReader.SKIP_CODE);
      }
    }
  }

  private static boolean isMine(String name) {
    return name.startsWith(BASE)
        || WORLDS.contains(name)
        || (name.startsWith(PACKAGE) && !name.startsWith(PACKAGE + "model."));
  }

  @Override
  protected byte[] rewritten(String name, InputStream in, boolean isTest) throws IOException {
    return RewrittenClass.bytes(
        in,
        ClassWriter.COMPUTE_MAXS,
        (method, next) ->
            method.startsWith("<") || !STEPPED.contains(name) ? next : new StepsInside(next));
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
