package io.loomwheel.examples.integrations;

import static io.loomwheel.examples.integrations.Bounded.LONG;
import static io.loomwheel.examples.integrations.Bounded.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.loom.WheelExecutorService;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.infrastructure.MutinyScheduler;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Mutiny with a wheel for one pipeline, and for all. */
class MutinyDelaysTest {
  private final WheelTimer timer = WheelTimer.create();
  private final WheelExecutorService wheel = WheelExecutorService.on(timer);

  @AfterEach
  void tidy() {
    wheel.close();
    timer.close();
  }

  @Test
  void within_noItem_failsByTheWheel() {
    long from = System.nanoTime();
    Uni<String> limited = MutinyDelays.within(Uni.createFrom().nothing(), SOON, wheel);
    assertThatThrownBy(() -> limited.await().atMost(LONG)).isInstanceOf(TimeoutException.class);
    Bounded.assertNotEarlier(SOON, from);
    assertThat(timer.stats().fired()).isEqualTo(1);
  }

  @Test
  void within_item_leavesNothingOnTheWheel() {
    Uni<String> limited = MutinyDelays.within(Uni.createFrom().item("item"), LONG, wheel);
    assertThat(limited.await().atMost(LONG)).isEqualTo("item");
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void later_item_comesByTheWheel() {
    long from = System.nanoTime();
    Uni<String> later = MutinyDelays.later(Uni.createFrom().item("item"), SOON, wheel);
    assertThat(later.await().atMost(LONG)).isEqualTo("item");
    Bounded.assertNotEarlier(SOON, from);
    assertThat(timer.stats().fired()).isEqualTo(1);
  }

  @Test
  void retried_failsTwice_pausesOnTheWheel() {
    long from = System.nanoTime();
    Uni<String> retried =
        MutinyDelays.retried(Uni.createFrom().item(new Flaky(2)::answer), SOON, wheel);
    assertThat(retried.await().atMost(LONG)).isEqualTo("answered, time 3");
    Bounded.assertNotEarlier(SOON.multipliedBy(2), from);
    assertThat(timer.stats().fired()).isEqualTo(2);
  }

  @Test
  void defaultExecutor_theWheel_carriesAllDelaysAndPeriods() {
    Infrastructure.setDefaultExecutor(wheel);
    try {
      assertThat(Infrastructure.getDefaultWorkerPool()).isSameAs(wheel);
      long from = System.nanoTime();
      assertThat(
              Uni.createFrom()
                  .<String>nothing()
                  .ifNoItem()
                  .after(SOON)
                  .recoverWithItem(() -> "virtual: " + Thread.currentThread().isVirtual())
                  .await()
                  .atMost(LONG))
          .isEqualTo("virtual: true");
      Bounded.assertNotEarlier(SOON, from);
      List<Long> ticks =
          Multi.createFrom()
              .ticks()
              .every(SOON)
              .select()
              .first(3)
              .collect()
              .asList()
              .await()
              .atMost(LONG);
      assertThat(ticks).containsExactly(0L, 1L, 2L);
      // A period that falls behind goes back to the executor without the wheel.
      assertThat(timer.stats().fired()).isGreaterThanOrEqualTo(2);
    } finally {
      Infrastructure.setDefaultExecutor(ForkJoinPool.commonPool());
    }
    assertThat(wheel.isShutdown()).isTrue(); // by Mutiny, when it got another
  }

  /** Mutiny puts a pool of its own in front of an executor that can't delay. */
  @Test
  void defaultExecutor_thatIsNotScheduled_leavesDelaysToMutiny() {
    try (VirtualThreadExecutor plain = VirtualThreadExecutor.create()) {
      Infrastructure.setDefaultExecutor(plain);
      assertThat(Infrastructure.getDefaultWorkerPool()).isInstanceOf(MutinyScheduler.class);
      Infrastructure.setDefaultExecutor(ForkJoinPool.commonPool());
    }
  }
}
