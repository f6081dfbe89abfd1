package io.loomwheel.internal.drive;

import io.loomwheel.errorpoints.RewritingLoader;
import io.loomwheel.errorpoints.RewrittenClass;
import java.io.IOException;
import java.io.InputStream;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads wheels and drive once more, with a call of {@link Faults#point} at each call and each
 * allocation, which are the places where an Error may come from. What tests them is loaded too, as
 * it is.
 */
public final class FaultLoader extends RewritingLoader {
  public FaultLoader() {
    super(FaultLoader.class.getClassLoader(), name -> name.startsWith("io.loomwheel.internal."));
  }

  @Override
  protected byte[] rewritten(String name, InputStream in, boolean isTest) throws IOException {
    return RewrittenClass.bytes(
        in,
        0, // a call of no arguments needs no more stack
        (method, next) -> isTest || method.equals("<clinit>") ? next : new FaultyMethod(next));
  }

  private static final class FaultyMethod extends MethodVisitor {
    FaultyMethod(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String type, boolean isInterface) {
      point("point");
      super.visitMethodInsn(opcode, owner, name, type, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String type, Handle handle, Object... args) {
      point("point");
      super.visitInvokeDynamicInsn(name, type, handle, args);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      super.visitTypeInsn(opcode, type);
      if (opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) {
        point("memory"); // behind it, because a stack map may name the place of the instruction
      }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      if (opcode == Opcodes.NEWARRAY) {
        point("memory");
      }
      super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitMultiANewArrayInsn(String type, int dimensions) {
      point("memory");
      super.visitMultiANewArrayInsn(type, dimensions);
    }

    private void point(String kind) {
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC, Faults.class.getName().replace('.', '/'), kind, "()V", false);
    }
  }
}
