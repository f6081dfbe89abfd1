package io.loomwheel.spring;

import java.io.IOException;
import java.io.InputStream;

/** Defines a class and those nested in it anew, as a container does when it deploys them again. */
final class RedeployedClasses extends ClassLoader {
  private final String name;

  RedeployedClasses(Class<?> application) {
    super(application.getClassLoader());
    this.name = application.getName();
  }

  @Override
  protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(wanted)) {
      Class<?> known = findLoadedClass(wanted);
      if (known != null) {
        return known;
      }
      return wanted.equals(name) || wanted.startsWith(name + "$")
          ? define(wanted)
          : super.loadClass(wanted, resolve);
    }
  }

  private Class<?> define(String wanted) throws ClassNotFoundException {
    try (InputStream file = getResourceAsStream(wanted.replace('.', '/') + ".class")) {
      if (file == null) {
        throw new ClassNotFoundException(wanted); // one that CGLIB is about to make
      }
      byte[] bytes = file.readAllBytes();
      return defineClass(wanted, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(wanted, e);
    }
  }
}
