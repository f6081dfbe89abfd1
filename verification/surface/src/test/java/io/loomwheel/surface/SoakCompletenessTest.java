package io.loomwheel.surface;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.soak.Main;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each public method is called by the soak, as its bytecode says, or exempt for a reason. */
class SoakCompletenessTest {
  /** What submitters know by the interface that users know it by. */
  private static final Map<Class<?>, Class<?>> SEEN_AS =
      Map.of(
          VirtualThreadExecutor.class, ExecutorService.class,
          WheelExecutorService.class, ExecutorService.class,
          io.loomwheel.reactor.WheelScheduler.class, reactor.core.scheduler.Scheduler.class,
          io.loomwheel.rxjava.WheelScheduler.class, io.reactivex.rxjava3.core.Scheduler.class);

  private static final List<PublicMethod> METHODS =
      Surface.types().filter(type -> !type.isRecord()).flatMap(PublicMethod::of).toList();
  private static final Set<String> CALLS =
      new ClassFileImporter()
          .importPackages(Main.class.getPackageName()).stream()
              .flatMap(SoakCompletenessTest::callsOf)
              .collect(Collectors.toSet());

  private static Stream<String> callsOf(JavaClass type) {
    return Stream.concat(
            type.getAccessesFromSelf().stream().map(JavaAccess::getTarget),
            type.getMethodReferencesFromSelf().stream().map(reference -> reference.getTarget()))
        .filter(CodeUnitAccessTarget.class::isInstance)
        .map(target -> text((CodeUnitAccessTarget) target));
  }

  private static String text(CodeUnitAccessTarget target) {
    return target.getOwner().getName()
        + "."
        + target.getName()
        + target.getRawParameterTypes().stream()
            .map(JavaClass::getName)
            .collect(Collectors.joining(",", "(", ")"));
  }

  @Test
  void eachPublicMethod_isCalledOrExempt() {
    assertThat(METHODS).hasSizeGreaterThan(150);
    assertThat(
            METHODS.stream()
                .filter(method -> !isCalled(method) && exemptions(method).findAny().isEmpty()))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void eachExemption_isOfAMethodThatIsNotCalled(Exempt exempt) {
    Set<String> used =
        METHODS.stream()
            .filter(method -> !isCalled(method))
            .flatMap(method -> exempt.of(method).stream())
            .collect(Collectors.toSet());

    assertThat(exempt.methods()).as(exempt.reason).isEqualTo(used);
  }

  private static boolean isCalled(PublicMethod method) {
    Class<?> seenAs = SEEN_AS.getOrDefault(method.type(), method.type());
    return CALLS.contains(method.call(method.type())) || CALLS.contains(method.call(seenAs));
  }

  private static Stream<String> exemptions(PublicMethod method) {
    return Arrays.stream(Exempt.values()).flatMap(exempt -> exempt.of(method).stream());
  }
}
