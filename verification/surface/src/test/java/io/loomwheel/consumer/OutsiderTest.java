package io.loomwheel.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.loomwheel.surface.Modules;
import io.loomwheel.surface.Surface;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Code outside, on a class path, where no module descriptor protects anything. */
class OutsiderTest {
  private static final String IMPORTS =
      """
      import io.loomwheel.WheelTimer;
      import io.loomwheel.dispatch.Relay;
      import io.loomwheel.loom.SerialExecutor;
      import io.loomwheel.reactor.WheelScheduler;
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          WheelTimer.shared().engine().stop(0)           | engine() has protected access
          WheelTimer.shared().dispatcher().rescued()     | dispatcher() has protected access
          WheelTimer.engineOf(WheelTimer.shared())       | cannot find symbol
          WheelTimer.create().end(0)                     | end(long) is not public
          Relay.shared().executeAll(null, null, null)    | cannot find symbol
          Relay.shared().ensureNextWorker()              | cannot find symbol
          WheelScheduler.create().timer().stop()         | timer() is not public
          new SerialExecutor().drain()                   | drain() has private access
          """)
  void engineAndDispatcher_withoutNamingInternal_cannotBeReached(String attempt, String refusal)
      throws IOException {
    assertThat(errorsOf(attempt)).singleElement(STRING).contains(refusal);
  }

  /** What javac doesn't find above is there, but not inherited. */
  @ParameterizedTest
  @ValueSource(strings = {"executeAll(null, null, null)", "ensureNextWorker()"})
  void relay_byTheNameOfItsInternalType_cannotBeReached(String call) throws IOException {
    String relay = "((io.loomwheel.internal.dispatch.TaskRelay) Relay.shared())";
    assertThat(errorsOf(relay + "." + call))
        .singleElement(STRING)
        .contains("is not public in io.loomwheel.internal.dispatch.TaskRelay");
  }

  /** By any name that a class path offers: declared or inherited, static or not. */
  @Test
  void publicNames_ofTheApi_leadToNothingInternal() {
    List<Member> members = Surface.types().flatMap(OutsiderTest::namesOf).toList();
    assertThat(members).hasSizeGreaterThan(300);
    assertThat(members.stream().filter(OutsiderTest::isInternal)).isEmpty();
  }

  private static Stream<Member> namesOf(Class<?> type) {
    boolean extensible = !Modifier.isFinal(type.getModifiers()) && !type.isSealed();
    Stream<Member> inherited =
        Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
            .flatMap(
                each ->
                    Stream.<Member[]>of(each.getDeclaredMethods(), each.getDeclaredFields())
                        .flatMap(Stream::of))
            .filter(member -> extensible && Modifier.isProtected(member.getModifiers()));
    return Stream.concat(
            inherited,
            Stream.<Member[]>of(type.getMethods(), type.getFields(), type.getConstructors())
                .flatMap(Stream::of))
        .filter(member -> !member.isSynthetic());
  }

  private static boolean isInternal(Member member) {
    Stream<Class<?>> named =
        switch (member) {
          case Executable call -> Stream.of(call.getParameterTypes());
          default -> Stream.of();
        };
    Class<?> result =
        switch (member) {
          case Method method -> method.getReturnType();
          case Field field -> field.getType();
          default -> void.class;
        };
    return Stream.concat(named, Stream.of(result, member.getDeclaringClass()))
        .anyMatch(type -> Internals.packages().contains(type.getPackageName()));
  }

  @Test
  void internalPackages_areThoseThatNoDescriptorExportsToAll() {
    assertThat(Internals.packages())
        .containsExactlyInAnyOrderElementsOf(
            Modules.ONE_OF_EACH.stream()
                .map(ModuleConsumer::placeOf)
                .flatMap(place -> Internals.unexported(place).stream())
                .toList());
  }

  @Test
  void publicApi_isOpen() throws IOException {
    assertThat(errorsOf("WheelTimer.shared().pendingTimeouts()")).isEmpty();
  }

  private static List<String> errorsOf(String statement) throws IOException {
    return Javac.errorsOf(
        "Outsider", IMPORTS + "class Outsider { void attempt() { " + statement + "; } }");
  }

  /** The list of internal packages in the root POM, and what it has to say. Stateless. */
  static final class Internals {
    private static final Pattern LIST =
        Pattern.compile("<internal\\.packages>([^<]+)</internal\\.packages>");

    /** {@return the packages that are neither in the javadoc nor in the API diff} */
    static List<String> packages() {
      try {
        Matcher list = LIST.matcher(Files.readString(Path.of("..", "..", "pom.xml")));
        if (!list.find()) {
          throw new AssertionError("no <internal.packages> in the root POM");
        }
        return List.of(list.group(1).split(";"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** {@return the packages of a module that it exports to nobody, or to some modules alone} */
    static Set<String> unexported(Path place) {
      ModuleDescriptor module =
          ModuleFinder.of(place).findAll().stream().findFirst().orElseThrow().descriptor();
      Set<String> unexported = new TreeSet<>(module.packages());
      unexported.removeAll(
          module.exports().stream()
              .filter(exports -> !exports.isQualified())
              .map(ModuleDescriptor.Exports::source)
              .collect(Collectors.toSet()));
      return unexported;
    }
  }
}
