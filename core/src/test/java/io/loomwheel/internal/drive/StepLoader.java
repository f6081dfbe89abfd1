package io.loomwheel.internal.drive;

import io.loomwheel.errorpoints.RewritingLoader;
import io.loomwheel.errorpoints.RewrittenClass;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads wheels, drive and what tests them once more, with a call of {@link Steps#step} before each
 * access to what other threads read or write without the lock: a node's word, place and link, the
 * cells of a chunk, an inbox, a shard's lock and tick. So the code itself needs no hook.
 */
final class StepLoader extends RewritingLoader {
  /** Fields of {@code WheelNode} and {@code Shard}. */
  private static final Set<String> SHARED_FIELDS =
      Set.of("word", "chunk", "index", "lock", "nextTick");

  /** Classes whose arrays of references are cells of chunks. */
  private static final Set<String> WITH_CELLS = Set.of("Slot", "Wheel", "WheelNode", "Wheels");

  private static final Set<String> ACCESSES = Set.of("compareAndSet", "setRelease");

  private static final Set<String> QUEUE = Set.of("add", "peek", "poll", "isEmpty");

  StepLoader() {
    super(StepLoader.class.getClassLoader(), name -> name.startsWith("io.loomwheel.internal."));
  }

  @Override
  protected byte[] rewritten(String name, InputStream in, boolean isTest) throws IOException {
    boolean withCells = WITH_CELLS.contains(name.substring(name.lastIndexOf('.') + 1));
    return RewrittenClass.bytes(
        in,
        0, // a call of no arguments needs no more stack
        (method, next) -> new SteppedMethod(next, method, withCells));
  }

  private static final class SteppedMethod extends MethodVisitor {
    private final String name;
    private final boolean withCells;

    SteppedMethod(MethodVisitor next, String name, boolean withCells) {
      super(Opcodes.ASM9, next);
      this.name = name;
      this.withCells = withCells;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String type) {
      boolean ofObject = opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD;
      stepIf(ofObject && !name.equals("<init>") && SHARED_FIELDS.contains(field));
      super.visitFieldInsn(opcode, owner, field, type);
    }

    @Override
    public void visitInsn(int opcode) {
      stepIf(withCells && (opcode == Opcodes.AALOAD || opcode == Opcodes.AASTORE));
      super.visitInsn(opcode);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String called, String type, boolean isInterface) {
      stepIf(owner.equals("java/lang/invoke/VarHandle") && ACCESSES.contains(called));
      stepIf(owner.equals("java/util/Queue") && QUEUE.contains(called));
      super.visitMethodInsn(opcode, owner, called, type, isInterface);
    }

    private void stepIf(boolean shared) {
      if (shared) {
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, Steps.class.getName().replace('.', '/'), "step", "()V", false);
      }
    }
  }
}
