package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Stage;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Class loaders that load the library, use all of it, and have to be collected afterwards. */
final class Loaders implements Fault {
  private static final int MOST_LOADERS = 5;
  private static final long NANOS_A_LOADER = 150_000_000;

  private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
  private int left = MOST_LOADERS;

  @Override
  public boolean isElsewhere() {
    return true;
  }

  @Override
  public void during(Stage stage) throws Exception {
    long count = Math.clamp(stage.nanos() / NANOS_A_LOADER, 1, MOST_LOADERS);
    for (int i = 0; i < count; i++) {
      loaders.add(visit());
    }
    Patience.untilCollected(
        () -> {
          left = (int) loaders.stream().filter(loader -> loader.get() != null).count();
          return left == 0;
        });
  }

  private static WeakReference<ClassLoader> visit() throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
      Class<?> visitor = loader.loadClass(Visitor.class.getName());
      if (visitor.getClassLoader() != loader) {
        throw new IllegalStateException("loaded elsewhere: " + visitor.getClassLoader());
      }
      ((Runnable) visitor.getDeclaredConstructor().newInstance()).run();
      return new WeakReference<>(loader);
    }
  }

  private static URL[] classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      urls.add(Path.of(part).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  @Override
  public List<String> figures() {
    return List.of(loaders.size() + " class loaders, " + left + " not collected");
  }

  @Override
  public List<String> wrong() {
    return left == 0 ? List.of() : figures();
  }
}
