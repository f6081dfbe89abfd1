package io.loomwheel.contract;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.liveheap.LiveHeap;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A task that is over holds nothing, though its handle is kept. */
public abstract class RetentionContract extends SchedulerContract {
  private static final int TIMERS = 100_000;

  private final List<WeakReference<Object>> payloads = new ArrayList<>();

  protected RetentionContract(Ecosystem ecosystem) {
    super(ecosystem);
  }

  private Runnable holding(Object payload) {
    payloads.add(new WeakReference<>(payload));
    return () -> ran.add("with " + payload);
  }

  @Test
  void action_isDroppedOnceATaskIsDoneOrDisposed_andItsHandleKept() {
    Taker worker = scheduler.createWorker();
    List<Handle> handles = new ArrayList<>();
    for (Taker taker : List.of(scheduler, worker)) {
      handles.add(accepted(taker.schedule(holding(new Object()), 1, SECONDS)));
      Handle cancelled = accepted(taker.schedule(holding(new Object()), 2, SECONDS));
      Handle ended = accepted(taker.schedulePeriodically(holding(new Object()), 2, 1, SECONDS));
      cancelled.dispose();
      ended.dispose();
      handles.addAll(List.of(cancelled, ended));
    }
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).hasSize(2);
    assertThat(payloads).hasSize(6);
    while (!payloads.stream().allMatch(payload -> payload.refersTo(null))) {
      Waiting.collect();
    }
    assertThat(handles).allMatch(Handle::isDisposed);
    assertThat(timer.pendingTimeouts()).isZero();
    worker.dispose();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void heap_afterDisposeOfAWorkerWith100000OneDayTimers_isBackAtOnce(boolean periodic) {
    Taker worker = real.createWorker();
    long start = LiveHeap.bytes();
    for (int i = 0; i < TIMERS; i++) {
      byte[] payload = new byte[200];
      if (periodic) {
        worker.schedulePeriodically(() -> payload[0]++, 1, 1, DAYS);
      } else {
        worker.schedule(() -> payload[0]++, 1, DAYS);
      }
    }
    assertThat(LiveHeap.bytes()).isGreaterThan(start + TIMERS * 200L);
    worker.dispose();
    assertThat(LiveHeap.bytes()).isLessThanOrEqualTo(start + start / 2);
    assertThat(worker.isDisposed()).isTrue(); // and it was kept until here
  }
}
