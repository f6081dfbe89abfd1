package io.loomwheel.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.SerialExecutor;
import io.loomwheel.reactor.WheelScheduler;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import reactor.core.scheduler.Scheduler;

/** Code outside, on a class path, where no module descriptor protects anything. */
class OutsiderTest {
  @TempDir private Path classes;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.loomwheel.WheelTimer.shared().engine().stop(0)",
        "io.loomwheel.WheelTimer.shared().dispatcher().rejections()",
        "io.loomwheel.WheelTimer.create().end(0)",
        "io.loomwheel.dispatch.Relay.shared().executeAll(null, 0, null, null)",
        "io.loomwheel.dispatch.Relay.shared().queue().clear()",
        "io.loomwheel.reactor.WheelScheduler.create().timer().stop()",
        "new io.loomwheel.loom.SerialExecutor().drain()"
      })
  void engineAndDispatcher_withoutNamingInternal_cannotBeReached(String attempt) {
    assertThat(errorsOf(attempt)).contains("error:");
  }

  @Test
  void frontDoor_isOpen() {
    assertThat(errorsOf("io.loomwheel.WheelTimer.shared().pendingTimeouts()")).isEmpty();
  }

  private String errorsOf(String statement) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    String path =
        Stream.of(
                WheelTimer.class,
                SerialExecutor.class,
                WheelScheduler.class,
                Scheduler.class,
                Logger.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
            .map(place -> Path.of(URI.create(place.toString())).toString())
            .collect(Collectors.joining(System.getProperty("path.separator")));
    compiler
        .getTask(
            said,
            null,
            null,
            List.of("-cp", path, "-d", classes.toString(), "-proc:none", "-Xlint:none"),
            null,
            List.of(
                new SimpleJavaFileObject(
                    URI.create("string:///Outsider.java"), SimpleJavaFileObject.Kind.SOURCE) {
                  @Override
                  public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return "class Outsider { Object attempt() { " + asBody(statement) + " } }";
                  }
                }))
        .call();
    return said.toString();
  }

  private static String asBody(String statement) {
    return statement + "; return null;";
  }
}
