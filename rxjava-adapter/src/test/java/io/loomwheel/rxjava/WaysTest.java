package io.loomwheel.rxjava;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The table of what is not asked of each way to build a scheduler. */
class WaysTest {
  private static final List<Class<?>> SUITES =
      List.of(
          ContractErrorTest.class,
          ContractInterruptTest.class,
          ContractLifecycleTest.class,
          ContractPeriodicTest.class,
          ContractPlaceTest.class,
          ContractRejectionTest.class,
          ContractRetentionTest.class,
          ContractSubmissionTest.class,
          ContractWorkerDisposalTest.class,
          ContractWorkerTest.class);

  private static Set<String> testsOf(Class<?> suite) {
    Set<String> names = new TreeSet<>();
    for (Class<?> each = suite; each != Object.class; each = each.getSuperclass()) {
      for (Method method : each.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Test.class)
            || method.isAnnotationPresent(ParameterizedTest.class)) {
          names.add(method.getName());
        }
      }
    }
    return names;
  }

  private static Stream<Excuses.Excuse> excuses() {
    return Stream.of(Excuses.BY_NATURE, Excuses.BUILT_ALIKE, Excuses.LONG).flatMap(List::stream);
  }

  @Test
  void excuse_isOfATestThatThereIs() {
    Set<String> tests =
        SUITES.stream().flatMap(suite -> testsOf(suite).stream()).collect(Collectors.toSet());
    assertThat(excuses()).allSatisfy(excuse -> assertThat(tests).containsAll(excuse.tests()));
  }

  @Test
  void everyTest_runsOnThePlainWay_andEveryDemandOnAThirdAtLeast() {
    int atMost = Way.values().length * 2 / 3;
    assertThat(excuses()).noneMatch(excuse -> excuse.ways().contains(Way.PLAIN));
    assertThat(Excuses.BY_NATURE)
        .allSatisfy(excuse -> assertThat(excuse.ways()).hasSizeLessThanOrEqualTo(atMost));
  }
}
