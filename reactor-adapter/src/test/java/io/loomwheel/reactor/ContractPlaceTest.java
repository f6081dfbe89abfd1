package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Scannable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** What Reactor's contract demands of a scheduler's place among the others: items 23 to 26. */
class ContractPlaceTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler real = WheelScheduler.create();
  private final List<String> ran = new ArrayList<>();

  @AfterEach
  void tidy() {
    real.dispose();
    Schedulers.removeExecutorServiceDecorator("count");
  }

  @Test
  void item23_now_isTheWallClock() {
    long before = System.currentTimeMillis();
    assertThat(real.now(MILLISECONDS)).isBetween(before, before + 60_000);
  }

  @Test
  void item24_scan_saysNameStateAndLoad_ofSchedulerAndWorker() {
    WheelScheduler named = WheelScheduler.builder().timer(timer).name("orders").build();
    Scheduler.Worker worker = named.createWorker();
    WheelScheduler.on(timer).schedule(() -> {}, 1, SECONDS); // another's
    named.schedule(() -> {}, 1, SECONDS);
    worker.schedule(() -> {}, 1, SECONDS);
    Scannable scan = Scannable.from(named);
    Scannable ofWorker = Scannable.from(worker);
    assertThat(scan.name()).isEqualTo("WheelScheduler(orders)").isEqualTo(named.toString());
    assertThat(ofWorker.name()).isEqualTo("WheelScheduler(orders).worker");
    assertThat(scan.scan(Scannable.Attr.BUFFERED)).isEqualTo(2);
    assertThat(ofWorker.scan(Scannable.Attr.BUFFERED)).isEqualTo(1);
    assertThat(scan.scan(Scannable.Attr.CAPACITY)).isEqualTo(Integer.MAX_VALUE);
    for (Scannable each : List.of(scan, ofWorker)) {
      assertThat(each.scan(Scannable.Attr.TERMINATED)).isFalse();
      assertThat(each.scan(Scannable.Attr.CANCELLED)).isFalse();
    }
    named.dispose();
    for (Scannable each : List.of(scan, ofWorker)) {
      assertThat(each.scan(Scannable.Attr.TERMINATED)).isTrue();
      assertThat(each.scan(Scannable.Attr.CANCELLED)).isTrue();
      assertThat(each.scan(Scannable.Attr.BUFFERED)).isZero();
    }
  }

  @Test
  void item25_task_mayBlock() {
    Integer answer =
        Mono.fromCallable(() -> Mono.just(42).delayElement(Duration.ofMillis(1), real).block())
            .subscribeOn(real)
            .block(LONG);
    assertThat(answer).isEqualTo(42);
  }

  @Test
  void item26_decorators_ofExecutorServices_areNotAsked() {
    AtomicInteger asked = new AtomicInteger();
    Schedulers.addExecutorServiceDecorator(
        "count",
        (owner, service) -> {
          asked.incrementAndGet();
          return service;
        });
    WheelScheduler.on(timer).createWorker().schedule(() -> ran.add("task"));
    assertThat(ran).hasSize(1);
    assertThat(asked).hasValue(0);
  }
}
