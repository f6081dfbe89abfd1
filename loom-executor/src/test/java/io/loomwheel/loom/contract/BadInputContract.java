package io.loomwheel.loom.contract;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nulls, and periods that are none. */
interface BadInputContract extends Fixture {
  @Test
  default void nullTask_everyEntry_throwsNullPointer() throws Exception {
    ScheduledExecutorService executor = executor();
    Runnable runnable = null;
    Callable<Integer> callable = null;
    Map<String, ThrowingCallable> entries = new LinkedHashMap<>();
    entries.put("execute", () -> executor.execute(runnable));
    entries.put("submit runnable", () -> executor.submit(runnable));
    entries.put("submit runnable, result", () -> executor.submit(runnable, 1));
    entries.put("submit callable", () -> executor.submit(callable));
    entries.put("schedule runnable", () -> executor.schedule(runnable, 1, SECONDS));
    entries.put("schedule callable", () -> executor.schedule(callable, 1, SECONDS));
    entries.put("rate", () -> executor.scheduleAtFixedRate(runnable, 1, 1, SECONDS));
    entries.put("delay", () -> executor.scheduleWithFixedDelay(runnable, 1, 1, SECONDS));
    entries.put("invokeAll", () -> executor.invokeAll(null));
    entries.put("invokeAll timed", () -> executor.invokeAll(null, 1, SECONDS));
    entries.put("invokeAny", () -> executor.invokeAny(null));
    entries.put("invokeAny timed", () -> executor.invokeAny(null, 1, SECONDS));
    assertEachThrowsNullPointer(entries);
    assertThatThrownBy(() -> executor.invokeAny(Arrays.asList(callable, callable)))
        .isInstanceOf(NullPointerException.class);
  }

  @Test
  default void nullUnit_everyEntry_throwsNullPointer() throws Exception {
    ScheduledExecutorService executor = executor();
    Callable<Integer> task = () -> 1;
    ScheduledFuture<?> future = executor.schedule(task, 1, HOURS);
    Map<String, ThrowingCallable> entries = new LinkedHashMap<>();
    entries.put("schedule runnable", () -> executor.schedule(() -> {}, 1, null));
    entries.put("schedule callable", () -> executor.schedule(task, 1, null));
    entries.put("rate", () -> executor.scheduleAtFixedRate(() -> {}, 1, 1, null));
    entries.put("delay", () -> executor.scheduleWithFixedDelay(() -> {}, 1, 1, null));
    entries.put("invokeAll", () -> executor.invokeAll(List.of(task), 1, null));
    entries.put("invokeAny", () -> executor.invokeAny(List.of(task), 1, null));
    entries.put("awaitTermination", () -> executor.awaitTermination(1, null));
    entries.put("get", () -> future.get(1, null));
    entries.put("getDelay", () -> future.getDelay(null));
    entries.put("compareTo", () -> future.compareTo(null));
    assertEachThrowsNullPointer(entries);
  }

  /** And afterwards the executor has nothing left of them, and works. */
  private void assertEachThrowsNullPointer(Map<String, ThrowingCallable> entries) throws Exception {
    entries.forEach(
        (name, entry) ->
            assertThatThrownBy(entry).as(name).isInstanceOf(NullPointerException.class));
    assertThat(get(executor().submit(() -> "works"))).isEqualTo("works");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  default void notAPeriod_isRefusedAndNothingStays(long period) {
    assertThatThrownBy(() -> executor().scheduleAtFixedRate(() -> {}, 1, period, HOURS))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> executor().scheduleWithFixedDelay(() -> {}, 1, period, HOURS))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(executor().shutdownNow()).isEmpty();
  }

  @Test
  default void invokeAny_noTasks_isRefused() {
    assertThatThrownBy(() -> executor().invokeAny(List.<Callable<Integer>>of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> executor().invokeAny(List.<Callable<Integer>>of(), 1, SECONDS))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
