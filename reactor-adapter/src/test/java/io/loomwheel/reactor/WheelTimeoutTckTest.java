package io.loomwheel.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.TestAbortedException;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.SkipException;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * The Reactive Streams TCK, on the operator behind a source of the same thread, behind one of
 * another thread, and after it has gone over to its fallback. The TCK is written for TestNG; its
 * verifications are called one by one, and those that it skips are shown as aborted.
 */
class WheelTimeoutTckTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(1);

  private final WheelTimer timer = WheelTimer.create();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);

  @AfterEach
  void stop() {
    timer.stop();
  }

  @TestFactory
  Stream<DynamicTest> timeout_onTheSourcesThread_isAPublisher() {
    return verifications(
        new Verification() {
          @Override
          public Publisher<Integer> createPublisher(long elements) {
            return numbers(elements).transform(WheelOperators.timeout(LONG, scheduler));
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> timeout_ofASourceOnAnotherThread_isAPublisher() {
    return verifications(
        new Verification() {
          @Override
          public Publisher<Integer> createPublisher(long elements) {
            return numbers(elements)
                .publishOn(Schedulers.parallel())
                .transform(WheelOperators.timeout(LONG, Flux.<Integer>never(), scheduler));
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> timeout_goneOverToItsFallback_isAPublisher() {
    return verifications(
        new Verification() {
          @Override
          public Publisher<Integer> createPublisher(long elements) {
            return Flux.<Integer>never()
                .transform(WheelOperators.timeout(SHORT, numbers(elements), scheduler));
          }
        });
  }

  @Test
  void verifications_areFound() {
    assertThat(methods()).hasSizeGreaterThan(30);
  }

  private static Flux<Integer> numbers(long elements) {
    return Flux.range(0, (int) Math.min(Integer.MAX_VALUE, elements));
  }

  private abstract static class Verification extends PublisherVerification<Integer> {
    Verification() {
      super(new TestEnvironment(500, 50));
    }

    @Override
    public Publisher<Integer> createFailedPublisher() {
      return Flux.<Integer>error(new IllegalStateException("on purpose"))
          .transform(WheelOperators.timeout(LONG));
    }

    @Override
    public long maxElementsFromPublisher() {
      return Integer.MAX_VALUE;
    }
  }

  private static Method[] methods() {
    return Arrays.stream(PublisherVerification.class.getMethods())
        .filter(method -> method.isAnnotationPresent(org.testng.annotations.Test.class))
        .sorted(Comparator.comparing(Method::getName))
        .toArray(Method[]::new);
  }

  private static Stream<DynamicTest> verifications(Verification verification) {
    return Arrays.stream(methods())
        .map(method -> DynamicTest.dynamicTest(method.getName(), () -> run(verification, method)));
  }

  private static void run(Verification verification, Method method) throws Throwable {
    verification.setUp();
    try {
      method.invoke(verification);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof SkipException skipped) {
        throw new TestAbortedException(skipped.getMessage());
      }
      throw e.getCause();
    }
  }
}
