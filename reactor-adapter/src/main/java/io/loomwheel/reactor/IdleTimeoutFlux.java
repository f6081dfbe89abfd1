package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.virtual.VirtualTime;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;

/** A source with an idle timeout. Immutable; each subscription has a timer of its own. */
final class IdleTimeoutFlux<T> extends FluxOperator<T, T> {
  private final ReactorIdleTime time;
  private final @Nullable Publisher<? extends T> fallback;

  IdleTimeoutFlux(Flux<T> source, ReactorIdleTime time, @Nullable Publisher<? extends T> fallback) {
    super(source);
    this.time = time;
    this.fallback = fallback;
  }

  @Override
  public void subscribe(CoreSubscriber<? super T> actual) {
    WheelTimer timer = VirtualTime.governing(time.measuring());
    IdleTimeoutCoreSubscriber<T> timed =
        new IdleTimeoutCoreSubscriber<>(actual, this, timer, VirtualTime.current());
    boolean subscribed = false;
    try {
      source.subscribe(timed);
      subscribed = true;
    } finally {
      if (!subscribed) {
        timed.cancel(); // the caller tells downstream; no timeout may follow
      }
    }
  }

  ReactorIdleTime time() {
    return time;
  }

  @Nullable Publisher<? extends T> fallback() {
    return fallback;
  }

  /** {@return the message of the {@code TimeoutException}, the same as of {@code Flux.timeout}} */
  String message(long nanos) {
    Scannable scan = Scannable.from(source);
    return "Did not observe any item or terminal signal within "
        + (nanos < 1_000_000 ? nanos + "ns" : nanos / 1_000_000 + "ms")
        + (scan.isScanAvailable() ? " in '" + scan.name() + "'" : "")
        + " (and no fallback has been configured)";
  }

  @Override
  @SuppressWarnings("rawtypes") // Scannable has it so
  public @Nullable Object scanUnsafe(Attr key) {
    return key == Attr.RUN_STYLE ? Attr.RunStyle.SYNC : super.scanUnsafe(key);
  }

  @Override
  public String stepName() {
    return "wheelTimeout";
  }
}
