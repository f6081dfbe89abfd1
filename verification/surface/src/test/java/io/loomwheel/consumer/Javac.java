package io.loomwheel.consumer;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The JDK's compiler, for a source in memory and the class path of the tests. Writes no class. */
public final class Javac {
  /** {@return what javac says is wrong with a class of the unnamed package} */
  public static List<String> errorsOf(String type, String source) throws IOException {
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(
                    null,
                    null,
                    said,
                    List.of("-proc:none", "-cp", System.getProperty("java.class.path")),
                    null,
                    List.of(new Source(type, source)));
    task.analyze();
    return said.getDiagnostics().stream()
        .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
        .map(error -> error.getMessage(null))
        .toList();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String type, String text) {
      super(URI.create("string:///" + type + Kind.SOURCE.extension), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
