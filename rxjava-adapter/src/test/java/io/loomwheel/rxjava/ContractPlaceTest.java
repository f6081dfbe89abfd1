package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.contract.SchedulerContract;
import io.loomwheel.rxjava.RxWheelWorker.RxWorkerTask;
import io.loomwheel.rxjava.WheelScheduler.RxTask;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What RxJava's contract demands of a scheduler's place among operators: items 28 and 30. */
@OnEveryWay
class ContractPlaceTest extends SchedulerContract {
  private final Scheduler rx = RxEcosystem.of(real);

  ContractPlaceTest(Way way) {
    super(new RxEcosystem(way));
  }

  @Test
  void item28_task_mayBlockOnTheSameScheduler() {
    int answer =
        Single.fromCallable(() -> Single.just(42).delay(1, MILLISECONDS, rx).blockingGet())
            .subscribeOn(rx)
            .blockingGet();
    assertThat(answer).isEqualTo(42);
  }

  @Test
  void item30_parallelFlow_runsWithoutSupportForManyWorkers() {
    Set<Integer> seen =
        Flowable.range(0, 1000)
            .parallel(4)
            .runOn(rx)
            .sequential()
            .collect(Collectors.<Integer>toSet())
            .blockingGet();
    assertThat(seen).hasSize(1000);
  }

  @Test
  void item30_types_areOnlyPublicOnesOfRxJava() {
    List<Class<?>> types =
        List.of(
            WheelScheduler.class,
            RxWheelWorker.class,
            RxTask.class,
            RxWorkerTask.class,
            RxDelegatingScheduler.class);
    assertThat(types)
        .flatMap(
            type ->
                Stream.concat(Stream.of(type.getSuperclass()), Stream.of(type.getInterfaces()))
                    .toList())
        .extracting(Class::getPackageName)
        .noneMatch(name -> name.startsWith("io.reactivex.rxjava3.internal"));
  }
}
