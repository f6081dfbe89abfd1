package io.loomwheel.errorpoints;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.BiFunction;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Rewrites the methods of a class, so that a test sees or disturbs what they do. */
public final class RewrittenClass {
  /** {@return the bytes of the class} */
  public static byte[] bytes(
      InputStream in, int flags, BiFunction<String, MethodVisitor, MethodVisitor> rewrite)
      throws IOException {
    ClassReader reader = new ClassReader(in);
    ClassWriter writer = new ClassWriter(reader, flags);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return rewrite.apply(
                name, super.visitMethod(access, name, descriptor, signature, exceptions));
          }
        },
        0);
    return writer.toByteArray();
  }
}
