package io.loomwheel.purgatory;

import io.loomwheel.Timer;
import io.loomwheel.WheelTimer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps operations that can't complete yet, each under the keys that may change that, until one of
 * them is checked and finds it completable, or its delay has passed. After Kafka's {@code
 * DelayedOperationPurgatory}, whose names it keeps.
 *
 * <pre>{@code
 * Purgatory<String> fetches = Purgatory.on(timer);
 * fetches.tryCompleteElseWatch(new Fetch(topic, Duration.ofSeconds(5)), List.of(topic));
 * // elsewhere, after something was appended to the topic:
 * fetches.checkAndComplete(topic);
 * }</pre>
 *
 * <p>Thread-safe. What a condition reads has to be visible to other threads (volatile, atomic, or
 * under a lock) and be changed before the key is checked; then no change is missed: an operation is
 * tried once more after it was put under its keys. Operations are called without any lock of this
 * class, and best without one of the caller's.
 *
 * <p>An operation that ends, however it does, is let go at once, and its timeout cancelled; no list
 * is kept for a key under which nothing waits. Putting in costs arming a timeout, and for each key
 * a look into a hash table and a short monitor of the key's own; unrelated keys share nothing.
 *
 * @param <K> what operations wait under; with {@code equals} and {@code hashCode}
 */
public final class Purgatory<K> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Purgatory.class);

  private final String name;
  private final Timer timer;
  private final @Nullable BiConsumer<? super DelayedOperation, ? super Throwable> onFailure;
  private final WatchLists<K> lists = new WatchLists<>();
  private final PurgeStack leftovers;

  /** Set by {@link #close} before it looks at the lists, read by who has just put himself there. */
  private volatile boolean closed;

  private Purgatory(Builder builder) {
    name = builder.name;
    timer = builder.timer != null ? builder.timer : WheelTimer.shared();
    onFailure = builder.onFailure;
    leftovers = new PurgeStack(builder.purgeThreshold);
  }

  /**
   * {@return a purgatory with the defaults of {@link #builder}}
   *
   * @param timer for the deadlines; closing the purgatory leaves it running
   * @param <K> what operations wait under
   */
  public static <K> Purgatory<K> on(Timer timer) {
    return builder().timer(timer).build();
  }

  /** {@return a builder whose purgatory is on {@link WheelTimer#shared()} unless told otherwise} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Completes an operation if that is possible now; otherwise has it wait under each of the keys,
   * for its delay from now at most. An operation can be put in once.
   *
   * @param operation is tried twice: before and after it was put under the keys
   * @param keys at least one; under one that is named twice it waits twice
   * @return whether this call completed it. If not, it waits; or something else has completed it
   *     meanwhile, its expiry perhaps, or {@link #cancelForKey} has taken it out
   * @throws IllegalArgumentException if there are no keys
   * @throws NullPointerException if one of them, or what takes them, is null
   * @throws IllegalStateException if the operation was put in before, here or elsewhere
   * @throws RejectedExecutionException if this is closed, or the timer refuses; nothing waits then,
   *     and only an attempt that is under way or {@code forceComplete} still completes it
   */
  public boolean tryCompleteElseWatch(DelayedOperation operation, Collection<? extends K> keys) {
    Objects.requireNonNull(operation, "operation");
    List<K> under = checked(keys);
    requireOpen();
    Registration stay = new Registration(this, operation);
    if (!operation.claim(stay)) {
      return false;
    }
    try {
      return operation.tryOnce() || watch(operation, stay, under);
    } catch (Throwable refused) {
      operation.withdraw();
      throw refused;
    } finally {
      operation.settle();
    }
  }

  private static <K> List<K> checked(Collection<? extends K> keys) {
    if (Objects.requireNonNull(keys, "keys").isEmpty()) {
      throw new IllegalArgumentException("keys must name at least one, was " + keys);
    }
    try {
      return List.copyOf(keys);
    } catch (NullPointerException e) {
      NullPointerException said = new NullPointerException("keys must not be null, was " + keys);
      said.initCause(e);
      throw said;
    }
  }

  private boolean watch(DelayedOperation operation, Registration stay, List<K> keys) {
    if (!operation.isOver()) {
      stay.arm(timer, operation.delayNanos());
    }
    for (int i = 0; i < keys.size() && !operation.isOver(); i++) {
      lists.add(stay.newPlace(operation), keys.get(i));
    }
    if (closed && operation.withdraw()) {
      requireOpen();
    }
    // A thread that has come since the claim counts on this attempt.
    return !operation.isOver() && operation.attemptWhileAsked();
  }

  private void requireOpen() {
    if (closed) {
      throw new RejectedExecutionException("purgatory '" + name + "' is closed");
    }
  }

  /**
   * Tries all operations that wait under a key, in the order in which they came, on this thread.
   * One that another thread is trying at the moment is tried again by that thread.
   *
   * <p>Costs O(those that wait under the key).
   *
   * @param key of which something has changed
   * @return how many this call completed
   */
  public int checkAndComplete(K key) {
    int completed = 0;
    for (DelayedOperation operation : lists.waitingUnder(key)) {
      if (operation == null) {
        break;
      }
      completed += operation.attempt() ? 1 : 0;
    }
    return completed;
  }

  /**
   * Takes out all operations that wait under a key, without completing them: they leave the lists
   * of their other keys too, and their deadlines are cancelled. One that another thread is trying
   * at the moment may still be completed by that.
   *
   * @param key under which nothing is to wait any longer
   * @return what this call took out, in the order in which they came; the caller may complete them
   */
  public List<DelayedOperation> cancelForKey(K key) {
    List<DelayedOperation> withdrawn = new ArrayList<>();
    for (DelayedOperation operation : lists.waitingUnder(key)) {
      if (operation != null && operation.withdraw()) {
        withdrawn.add(operation);
      }
    }
    return withdrawn;
  }

  /**
   * {@return how many operations wait, each counted once for each of its keys} Exact while nothing
   * comes or goes. O(keys under which something waits).
   */
  public int watched() {
    leftovers.purge();
    return lists.places();
  }

  /**
   * {@return how many operations wait for their deadline} Exact while nothing comes or goes. O(keys
   * under which something waits).
   */
  public int delayed() {
    leftovers.purge();
    return lists.operations();
  }

  /**
   * Ends this purgatory: what waits is completed now, on this thread, as if forced; {@code
   * onExpiration} isn't called, for no time is over. What is put in later is rejected. The timer is
   * left as it is.
   *
   * <p>If the timer is stopped instead, what has its deadline there is completed in the same way,
   * by the thread that stops it.
   */
  @Override
  public void close() {
    closed = true;
    lists.forEachWaiting(operation -> operation.complete(false));
    leftovers.purge();
  }

  /** {@return how many keys have a list} */
  int keys() {
    return lists.keys();
  }

  /** {@return how many operations have ended and left their places behind} */
  int leftBehind() {
    return leftovers.count();
  }

  /** Takes an operation that has ended out of its lists. */
  void leave(Registration ended) {
    leftovers.add(ended);
  }

  void report(DelayedOperation failed, Throwable thrown) {
    try {
      if (onFailure != null) {
        onFailure.accept(failed, thrown);
        return;
      }
    } catch (Throwable handlerFailed) {
      thrown.addSuppressed(handlerFailed);
    }
    LOG.error("A callback of an operation in purgatory '{}' failed: {}", name, failed, thrown);
  }

  @Override
  public String toString() {
    return "Purgatory[" + name + (closed ? ", closed]" : "]");
  }

  /**
   * Collects what a purgatory is to be. Not thread-safe; may build more than one. Each method
   * rejects a bad value at once and returns this builder.
   */
  public static final class Builder {
    private String name = "purgatory";
    private @Nullable Timer timer;
    private int purgeThreshold;
    private @Nullable BiConsumer<? super DelayedOperation, ? super Throwable> onFailure;

    private Builder() {}

    /**
     * Names the purgatory in what is logged of it.
     *
     * @param name not blank
     * @return this
     */
    public Builder name(String name) {
      if (Objects.requireNonNull(name, "name").isBlank()) {
        throw new IllegalArgumentException("name must not be blank, was '" + name + "'");
      }
      this.name = name;
      return this;
    }

    /**
     * Sets what keeps the deadlines.
     *
     * @param timer whose executor runs what expires; by default {@link WheelTimer#shared()}
     * @return this
     */
    public Builder timer(Timer timer) {
      this.timer = Objects.requireNonNull(timer, "timer");
      return this;
    }

    /**
     * Lets operations that have ended leave their places in the lists behind, to be given up
     * together once there are those of more operations than this, or when their key is checked.
     * Saves work where one thread does most; costs memory, a place being 32 bytes, and a word that
     * all threads share. An operation itself, and all it holds, is let go when it ends, and places
     * left behind don't count as {@link #watched}.
     *
     * @param operations how many at most; 0, the default, if each is to clean up after itself
     * @return this
     */
    public Builder purgeThreshold(int operations) {
      if (operations < 0) {
        throw new IllegalArgumentException(
            "purgeThreshold must not be negative, was " + operations);
      }
      this.purgeThreshold = operations;
      return this;
    }

    /**
     * Sets what is told of a callback that throws. By default the log, as an error.
     *
     * @param handler called on the thread of the callback; what it throws is logged
     * @return this
     */
    public Builder onFailure(BiConsumer<? super DelayedOperation, ? super Throwable> handler) {
      this.onFailure = Objects.requireNonNull(handler, "handler");
      return this;
    }

    /**
     * Makes the purgatory.
     *
     * @param <K> what operations wait under
     * @return a new purgatory
     */
    public <K> Purgatory<K> build() {
      return new Purgatory<>(this);
    }
  }
}
