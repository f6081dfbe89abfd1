package io.loomwheel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.LongFunction;
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

/**
 * The Reactive Streams TCK, on the timeout operator behind a source of the same thread, behind one
 * of another thread, and after it has gone over to its fallback. The TCK is written for TestNG; its
 * verifications are called one by one, and those that it skips are shown as aborted.
 */
public abstract class TimeoutTck {
  /** Longer than a verification. */
  protected static final Duration LONG = Duration.ofMinutes(1);

  /** Over at once. */
  protected static final Duration SHORT = Duration.ofMillis(1);

  /** Of the operators under test. */
  protected final WheelTimer timer = WheelTimer.create();

  protected TimeoutTck() {}

  /** {@return so many numbers, under a long timeout} */
  protected abstract Publisher<Integer> onTheSourcesThread(int elements);

  /** {@return so many numbers from another thread, under a long timeout with a fallback} */
  protected abstract Publisher<Integer> onAnotherThread(int elements);

  /** {@return nothing, with a short timeout and so many numbers as its fallback} */
  protected abstract Publisher<Integer> goneOverToItsFallback(int elements);

  /** {@return an error, under a timeout} */
  protected abstract Publisher<Integer> failed();

  @AfterEach
  void stop() {
    timer.stop();
  }

  @TestFactory
  Stream<DynamicTest> timeout_onTheSourcesThread_isAPublisher() {
    return verifications(elements -> onTheSourcesThread(clamped(elements)));
  }

  @TestFactory
  Stream<DynamicTest> timeout_ofASourceOnAnotherThread_isAPublisher() {
    return verifications(elements -> onAnotherThread(clamped(elements)));
  }

  @TestFactory
  Stream<DynamicTest> timeout_goneOverToItsFallback_isAPublisher() {
    return verifications(elements -> goneOverToItsFallback(clamped(elements)));
  }

  @Test
  void verifications_areFound() {
    assertThat(methods()).hasSizeGreaterThan(30);
  }

  private static int clamped(long elements) {
    return (int) Math.min(Integer.MAX_VALUE, elements);
  }

  private final class Verification extends PublisherVerification<Integer> {
    private final LongFunction<Publisher<Integer>> publishers;

    Verification(LongFunction<Publisher<Integer>> publishers) {
      super(new TestEnvironment(500, 50));
      this.publishers = publishers;
    }

    @Override
    public Publisher<Integer> createPublisher(long elements) {
      return publishers.apply(elements);
    }

    @Override
    public Publisher<Integer> createFailedPublisher() {
      return failed();
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

  private Stream<DynamicTest> verifications(LongFunction<Publisher<Integer>> publishers) {
    Verification verification = new Verification(publishers);
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
