package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future.State;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code schedule}: one-shots, what their delay says, and the ends of the range. */
interface DelayContract extends Fixture {
  private static void nothing() {}

  @Test
  default void schedule_runnable_getReturnsNull() throws Exception {
    assertThat(get(executor().schedule(DelayContract::nothing, 1, MILLISECONDS))).isNull();
  }

  @Test
  default void schedule_callable_getReturnsItsValue() throws Exception {
    ScheduledFuture<String> future = executor().schedule(() -> "value", 1, MILLISECONDS);
    assertThat(get(future)).isEqualTo("value");
    assertThat(future.state()).isEqualTo(State.SUCCESS);
    assertThat(future.resultNow()).isEqualTo("value");
  }

  @Test
  default void schedule_anyDelay_neverRunsEarly() throws Exception {
    for (long delay : new long[] {1, 500, 999, 1_049, 5_000, 12_345, 64_000}) {
      long start = System.nanoTime();
      long ranAt = get(executor().schedule(System::nanoTime, delay, MICROSECONDS));
      assertThat(ranAt - start).isGreaterThanOrEqualTo(MICROSECONDS.toNanos(delay));
    }
  }

  @Test
  default void schedule_manyDelays_eachRunsOnce() throws Exception {
    int tasks = 5_000;
    AtomicIntegerArray runs = new AtomicIntegerArray(tasks);
    List<ScheduledFuture<?>> futures = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      int number = i;
      futures.add(
          executor()
              .schedule(() -> runs.incrementAndGet(number), number * 7919L % 50_000, MICROSECONDS));
    }
    for (ScheduledFuture<?> future : futures) {
      get(future);
    }
    executor().shutdown();
    assertTerminates(executor());
    for (int i = 0; i < tasks; i++) {
      assertThat(runs.get(i)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(TimeUnit.class)
  default void schedule_zeroOrNegativeDelay_runsAtOnce(TimeUnit unit) throws Exception {
    for (long delay : new long[] {0, -1, Long.MIN_VALUE}) {
      ScheduledFuture<?> future = executor().schedule(() -> 1, delay, unit);
      assertThat(get(future)).isEqualTo(1);
      assertThat(future.getDelay(NANOSECONDS)).isLessThanOrEqualTo(0);
    }
  }

  @ParameterizedTest
  @EnumSource(TimeUnit.class)
  default void schedule_longestDelay_waitsAndHidesNobody(TimeUnit unit) throws Exception {
    ScheduledFuture<?> far = executor().schedule(DelayContract::nothing, Long.MAX_VALUE, unit);
    assertThat(get(executor().schedule(() -> "near", 2, MILLISECONDS))).isEqualTo("near");
    assertThat(far.isDone()).isFalse();
    assertThat(far.getDelay(DAYS)).isGreaterThan(100 * 365);
    assertThat(far.cancel(false)).isTrue();
  }

  @Test
  default void compareTo_longestDelays_staysConsistent() {
    ScheduledFuture<?> first = executor().schedule(DelayContract::nothing, Long.MAX_VALUE, DAYS);
    ScheduledFuture<?> second =
        executor().schedule(DelayContract::nothing, Long.MAX_VALUE, NANOSECONDS);
    ScheduledFuture<?> expired = executor().schedule(DelayContract::nothing, Long.MIN_VALUE, DAYS);
    assertThat(first.compareTo(second)).isLessThanOrEqualTo(0);
    assertThat(Integer.signum(second.compareTo(first)))
        .isEqualTo(-Integer.signum(first.compareTo(second)));
    for (ScheduledFuture<?> far : List.of(first, second)) {
      assertThat(far.compareTo(expired)).isPositive();
      assertThat(expired.compareTo(far)).isNegative();
    }
  }

  @Test
  default void compareTo_ordersByDelay() {
    List<ScheduledFuture<?>> futures = new ArrayList<>();
    for (int hours : new int[] {1, 2, 3, 24, 1000}) {
      futures.add(executor().schedule(DelayContract::nothing, hours, HOURS));
    }
    List<ScheduledFuture<?>> sorted = new ArrayList<>(futures);
    Collections.reverse(sorted);
    Collections.sort(sorted);
    assertThat(sorted).isEqualTo(futures);
    assertThat(futures.getFirst().compareTo(futures.getFirst())).isZero();
  }

  @Test
  default void compareTo_anotherKindOfDelayed_comparesTheDelays() {
    ScheduledFuture<?> future = executor().schedule(DelayContract::nothing, 2, HOURS);
    assertThat(future.compareTo(new Fixed(1))).isPositive();
    assertThat(future.compareTo(new Fixed(3))).isNegative();
  }

  /** Always that many hours ahead. */
  record Fixed(long hours) implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(hours, HOURS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(NANOSECONDS), other.getDelay(NANOSECONDS));
    }
  }

  @Test
  default void getDelay_pending_isWhatIsLeft() {
    long before = System.nanoTime();
    ScheduledFuture<?> future = executor().schedule(DelayContract::nothing, 1, HOURS);
    long left = future.getDelay(NANOSECONDS);
    long passed = System.nanoTime() - before;
    assertThat(left).isBetween(HOURS.toNanos(1) - passed, HOURS.toNanos(1));
    assertThat(future.getDelay(MINUTES)).isEqualTo(59);
    assertThat(future.getDelay(HOURS)).isZero();
  }

  @Test
  default void getDelay_afterTheRun_isNotPositive() throws Exception {
    ScheduledFuture<?> future = executor().schedule(DelayContract::nothing, 3, MILLISECONDS);
    get(future);
    assertThat(future.getDelay(NANOSECONDS)).isLessThanOrEqualTo(0);
  }
}
