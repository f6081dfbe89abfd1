package io.loomwheel.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A source that does what the test says, also what no source may do; and notes what is asked. */
public final class SourceByHand implements Publisher<Integer>, Subscription {
  /** Requests, in order; -1 for a cancel. */
  public final List<Long> asked = new ArrayList<>();

  private final boolean begins;
  private LongConsumer onAsked = n -> {};
  private @Nullable Subscriber<? super Integer> to;

  private SourceByHand(boolean begins) {
    this.begins = begins;
  }

  public static SourceByHand create() {
    return new SourceByHand(true);
  }

  /** {@return one that doesn't say that it has begun before {@link #begin}} */
  public static SourceByHand late() {
    return new SourceByHand(false);
  }

  /** From now on does so when it has noted what is asked. */
  public void whenAsked(LongConsumer action) {
    onAsked = action;
  }

  @Override
  public void subscribe(Subscriber<? super Integer> subscriber) {
    to = subscriber;
    if (begins) {
      begin();
    }
  }

  public void begin() {
    to().onSubscribe(this);
  }

  /** {@return who has subscribed} */
  public Subscriber<? super Integer> to() {
    return Objects.requireNonNull(to, "nobody has subscribed");
  }

  public boolean isSubscribed() {
    return to != null;
  }

  public boolean isCancelled() {
    return asked.contains(-1L);
  }

  public boolean isInUse() {
    return isSubscribed() && !isCancelled();
  }

  @Override
  public void request(long n) {
    asked.add(n);
    onAsked.accept(n);
  }

  @Override
  public void cancel() {
    asked.add(-1L);
    onAsked.accept(-1);
  }
}
