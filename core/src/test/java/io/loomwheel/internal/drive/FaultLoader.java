package io.loomwheel.internal.drive;

import io.loomwheel.RewrittenClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads wheels and drive once more, with a call of {@link Faults#point} at each call and each
 * allocation, which are the places where an Error may come from. What tests them is loaded too, as
 * it is.
 */
public final class FaultLoader extends ClassLoader {
  private static final String PACKAGES = "io.loomwheel.internal.";

  public FaultLoader() {
    super(FaultLoader.class.getClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(PACKAGES)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    URL file = getResource(name.replace('.', '/') + ".class");
    if (file == null) {
      throw new ClassNotFoundException(name);
    }
    try (InputStream in = file.openStream()) {
      boolean isTest = file.getPath().contains("/test-classes/");
      byte[] bytes =
          RewrittenClass.bytes(
              in,
              0, // a call of no arguments needs no more stack
              (method, next) ->
                  isTest || method.equals("<clinit>") ? next : new FaultyMethod(next));
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
