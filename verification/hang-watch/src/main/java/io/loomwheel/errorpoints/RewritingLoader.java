package io.loomwheel.errorpoints;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.function.Predicate;

/** Loads some classes once more, rewritten, so that a test sees or disturbs what they do. */
public abstract class RewritingLoader extends ClassLoader {
  private final Predicate<String> mine;

  /** Loads the classes whose names a predicate takes; the others come from the parent. */
  protected RewritingLoader(ClassLoader parent, Predicate<String> mine) {
    super(parent);
    this.mine = mine;
  }

  /** {@return the class to load in place of one in a file} */
  protected abstract byte[] rewritten(String name, InputStream in, boolean isTest)
      throws IOException;

  @Override
  protected final Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!mine.test(name)) {
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
      byte[] bytes = rewritten(name, in, file.getPath().contains("/test-classes/"));
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
