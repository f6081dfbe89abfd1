package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;

/** What a scheduler of the factory takes from the one around which it lies. */
class ReactorDelegatingSchedulerTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final VirtualTimeScheduler target = VirtualTimeScheduler.create();
  private final Scheduler scheduler = new ReactorDelegatingScheduler(timer, target, 10, 1);
  private final List<String> ran = new ArrayList<>();

  @Test
  void schedule_withoutDelay_returnsTheTargetsHandle() {
    Disposable task = scheduler.schedule(() -> ran.add("ran"));
    target.advanceTimeBy(Duration.ZERO);
    assertThat(ran).containsExactly("ran");
    assertThat(task.isDisposed()).isTrue();
  }

  @Test
  void dispose_endsTheTargetToo() {
    scheduler.schedule(() -> ran.add("never"), 1, SECONDS);
    scheduler.dispose();
    assertThat(target.isDisposed()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
    assertThatThrownBy(() -> scheduler.schedule(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
  }

  /** As stock schedulers do, whose end begins with a subscription, and goes on without it. */
  @Test
  void disposeGracefully_whoseSubscriberHasCancelled_endsTheTargetAllTheSame() {
    Disposable last = scheduler.schedule(() -> {}, 1, SECONDS);
    scheduler.disposeGracefully().subscribe().dispose();
    assertThat(target.isDisposed()).isFalse();
    last.dispose();
    assertThat(target.isDisposed()).isTrue();
    scheduler.disposeGracefully().subscribe(none -> {}, error -> {}, () -> ran.add("completed"));
    assertThat(ran).containsExactly("completed");
  }

  @Test
  void isDisposed_onceTheTargetIs() {
    assertThat(scheduler.isDisposed()).isFalse();
    target.dispose();
    assertThat(scheduler.isDisposed()).isTrue();
  }

  @Test
  void scan_saysWhetherItIsDisposedOf_andLeavesTheRestToTheTarget() {
    Scannable scan = Scannable.from(scheduler);
    assertThat(scan.scanUnsafe(Attr.TERMINATED)).isEqualTo(false);
    assertThat(scan.scanUnsafe(Attr.CANCELLED)).isEqualTo(false);
    assertThat(scan.scanUnsafe(Attr.NAME)).isEqualTo(Scannable.from(target).scanUnsafe(Attr.NAME));
    target.dispose();
    assertThat(scan.scanUnsafe(Attr.TERMINATED)).isEqualTo(true);
    assertThat(scan.scanUnsafe(Attr.CANCELLED)).isEqualTo(true);
  }

  @Test
  void scan_ofAWorker_saysItsSchedulerAndWhatWaits() {
    WheelScheduler wheel = WheelScheduler.on(timer);
    Scheduler.Worker worker = wheel.createWorker();
    worker.schedule(() -> {}, 1, SECONDS);
    Scannable scan = Scannable.from(worker);
    assertThat(scan.scanUnsafe(Attr.PARENT)).isSameAs(wheel);
    assertThat(scan.scanUnsafe(Attr.BUFFERED)).isEqualTo(1);
    assertThat(scan.scanUnsafe(Attr.PREFETCH)).isNull();
    assertThat(Scannable.from(wheel).scanUnsafe(Attr.PREFETCH)).isNull();
  }
}
