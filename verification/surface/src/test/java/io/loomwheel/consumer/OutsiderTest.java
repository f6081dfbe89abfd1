package io.loomwheel.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.surface.Modules;
import io.loomwheel.surface.Surface;
import java.io.IOException;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Code outside, on a class path, where no module descriptor protects anything. */
class OutsiderTest {
  private static final Pattern LIST =
      Pattern.compile("<internal\\.packages>([^<]+)</internal\\.packages>");

  /** By any name that a class path offers: declared or inherited, static or not. */
  @Test
  void publicNames_ofTheApi_leadToNothingInternal() throws IOException {
    List<String> internal = internalPackages();
    List<Member> members = Surface.types().flatMap(OutsiderTest::namesOf).toList();
    assertThat(members).hasSizeGreaterThan(300);
    assertThat(members).filteredOn(member -> leadsTo(internal, member)).isEmpty();
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

  private static boolean leadsTo(List<String> packages, Member member) {
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
        .anyMatch(type -> packages.contains(type.getPackageName()));
  }

  @Test
  void internalPackages_areThoseThatNoDescriptorExportsToAll() throws IOException {
    assertThat(internalPackages())
        .containsExactlyInAnyOrderElementsOf(
            Modules.ONE_OF_EACH.stream()
                .map(ModuleConsumer::placeOf)
                .flatMap(place -> unexported(place).stream())
                .toList());
  }

  /** {@return the packages that are neither in the javadoc nor in the API diff} */
  private static List<String> internalPackages() throws IOException {
    Matcher list = LIST.matcher(Files.readString(Path.of("..", "..", "pom.xml")));
    assertThat(list.find()).isTrue();
    return List.of(list.group(1).split(";"));
  }

  /** {@return the packages of a module that it exports to nobody, or to some modules alone} */
  private static Set<String> unexported(Path place) {
    ModuleDescriptor module =
        ModuleFinder.of(place).findAll().stream().findFirst().orElseThrow().descriptor();
    Set<String> unexported = new TreeSet<>(module.packages());
    module.exports().stream()
        .filter(exports -> !exports.isQualified())
        .forEach(exports -> unexported.remove(exports.source()));
    return unexported;
  }
}
