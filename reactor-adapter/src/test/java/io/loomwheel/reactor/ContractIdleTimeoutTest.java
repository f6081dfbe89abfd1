package io.loomwheel.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.contract.IdleTimeoutRequestsContract;
import io.loomwheel.contract.Seen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The idle timeout of a {@code Flux}. */
class ContractIdleTimeoutTest extends IdleTimeoutRequestsContract {
  private static final class CoreSeen extends Seen implements CoreSubscriber<Integer> {}

  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final List<Object> late = new ArrayList<>();

  ContractIdleTimeoutTest() {
    Hooks.onNextDropped(late::add);
    Hooks.onErrorDropped(undelivered::add);
    Schedulers.onHandleError((thread, error) -> undelivered.add(error));
    Thread.currentThread().setUncaughtExceptionHandler((thread, error) -> {});
  }

  @Override
  protected Publisher<Integer> timed(
      Publisher<Integer> source, Duration first, Duration idle, Publisher<Integer> fallback) {
    return Flux.from(source).transform(operator(first, idle, fallback));
  }

  private Function<Flux<Integer>, Flux<Integer>> operator(
      Duration first, Duration idle, Publisher<Integer> fallback) {
    if (first == null) {
      return fallback == null
          ? WheelOperators.timeout(idle, scheduler)
          : WheelOperators.timeout(idle, fallback, scheduler);
    }
    return fallback == null
        ? WheelOperators.timeout(first, idle, scheduler)
        : WheelOperators.timeout(first, idle, fallback, scheduler);
  }

  @Override
  protected Publisher<Integer> stock(Publisher<Integer> source, Duration first, Duration idle) {
    return Flux.from(source)
        .timeout(Mono.delay(first, scheduler), element -> Mono.delay(idle, scheduler));
  }

  @Override
  protected Seen seen() {
    return new CoreSeen();
  }

  @Override
  protected void disposeScheduler() {
    scheduler.dispose();
  }

  @Override
  protected String said(Duration time) {
    return "within " + time.toMillis() + "ms";
  }

  @Override
  protected void assertReported(Integer... elements) {
    assertThat(late).containsExactly((Object[]) elements);
  }

  @Override
  protected void resetHooks() {
    Hooks.resetOnNextDropped();
    Hooks.resetOnErrorDropped();
    Schedulers.resetOnHandleError();
    Thread.currentThread().setUncaughtExceptionHandler(null);
  }
}
