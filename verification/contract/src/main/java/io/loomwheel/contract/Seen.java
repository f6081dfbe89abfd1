package io.loomwheel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** What the last subscriber of a stream has seen. Guards nothing: each signal counts. */
public class Seen implements Subscriber<Integer> {
  private final List<Integer> elements = new ArrayList<>();
  private final List<Throwable> errors = new ArrayList<>();
  private int subscriptions;
  private int completions;
  private long first = Long.MAX_VALUE;
  private Consumer<Subscription> onSubscribe = s -> {};
  private Consumer<Integer> onElement = element -> {};
  private Consumer<Throwable> onFailure = cause -> {};
  private Runnable onCompletion = () -> {};
  private @Nullable Subscription subscription;

  /** Makes one that asks for all. */
  public Seen() {}

  /** {@return this, which asks for so many at first} */
  public Seen asking(long n) {
    first = n;
    return this;
  }

  /** {@return this, which does so before it asks for elements} */
  public Seen atFirst(Consumer<Subscription> action) {
    onSubscribe = action;
    return this;
  }

  /** {@return this, which does so before it has seen an element} */
  public Seen atEach(Consumer<Integer> action) {
    onElement = action;
    return this;
  }

  /** {@return this, which does so as the stream fails} */
  public Seen atFailure(Consumer<Throwable> action) {
    onFailure = action;
    return this;
  }

  /** {@return this, which does so as the stream completes} */
  public Seen atCompletion(Runnable action) {
    onCompletion = action;
    return this;
  }

  /** Asks for more. */
  public void request(long n) {
    Objects.requireNonNull(subscription).request(n);
  }

  public void cancel() {
    Objects.requireNonNull(subscription).cancel();
  }

  @Override
  public void onSubscribe(Subscription s) {
    subscriptions++;
    subscription = s;
    onSubscribe.accept(s);
    if (first > 0) {
      s.request(first);
    }
  }

  @Override
  public void onNext(Integer element) {
    onElement.accept(element);
    elements.add(element);
  }

  @Override
  public void onError(Throwable t) {
    onFailure.accept(t);
    errors.add(t);
  }

  @Override
  public void onComplete() {
    onCompletion.run();
    completions++;
  }

  /** Checks that the stream goes on, after these elements. */
  public void goesOn(Integer... after) {
    assertSeen(after);
    assertThat(errors).isEmpty();
    assertThat(completions).isZero();
  }

  /** Checks that the stream has completed, after these elements. */
  public void completes(Integer... after) {
    assertSeen(after);
    assertThat(errors).isEmpty();
    assertThat(completions).isOne();
  }

  /** Checks that the stream has failed, after these elements; {@return why} */
  public Throwable fails(Class<? extends Throwable> as, Integer... after) {
    assertSeen(after);
    failsSomeTime(as);
    return errors.getFirst();
  }

  /** Checks that the stream has failed, whatever came before. */
  public void failsSomeTime(Class<? extends Throwable> as) {
    assertThat(errors).hasSize(1).first().isInstanceOf(as);
    assertThat(completions).isZero();
  }

  private void assertSeen(Integer... after) {
    assertThat(subscriptions).isOne();
    assertThat(elements).containsExactly(after);
  }
}
