package io.loomwheel.purgatory;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.Timer;
import io.loomwheel.WheelTimer;
import io.loomwheel.purgatory.WatchList.Watch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds operations that can't complete yet, each under one or more keys. An operation completes
 * when its condition holds on a check of one of its keys, or when its delay has passed. After
 * Kafka's {@code DelayedOperationPurgatory}, with the same method names.
 *
 * <pre>{@code
 * Purgatory<String> fetches = Purgatory.on(timer);
 * fetches.tryCompleteElseWatch(new Fetch(topic, Duration.ofSeconds(5)), List.of(topic));
 * // elsewhere, after something was appended to the topic:
 * fetches.checkAndComplete(topic);
 * }</pre>
 *
 * <p>Thread-safe. The state that a condition reads must be visible to other threads (volatile,
 * atomic, or under a lock), and must change before its key is checked. Then no change is missed,
 * because an operation is tried once more after it was put under its keys. Operations are called
 * without any lock of this class; the caller should hold none either.
 *
 * <p>When an operation ends in any way, it is released at once and its timeout is cancelled. A key
 * without waiting operations has no list. Putting an operation in costs one new timeout, and for
 * each key a hash table lookup and a short hold of the key's own monitor. Unrelated keys share only
 * the table.
 *
 * @param <K> the type of the keys; with {@code equals} and {@code hashCode}
 */
public final class Purgatory<K> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Purgatory.class);

  private final String name;
  private final Timer timer;
  private final @Nullable BiConsumer<? super DelayedOperation, ? super Throwable> onFailure;

  /** One list for each key under which something waits; it goes with its last entry. */
  final ConcurrentMap<K, WatchList<K>> lists = new ConcurrentHashMap<>();

  /** Set by {@link #close} before it reads the lists. Read after an operation was added to them. */
  private volatile boolean closed;

  private Purgatory(Builder builder) {
    name = builder.name;
    timer = builder.timer != null ? builder.timer : WheelTimer.shared();
    onFailure = builder.onFailure;
  }

  /**
   * {@return a purgatory with the defaults of {@link #builder}}
   *
   * @param timer holds the deadlines; closing the purgatory leaves it running
   * @param <K> the type of the keys
   */
  public static <K> Purgatory<K> on(Timer timer) {
    return builder().timer(timer).build();
  }

  /** {@return a builder; the default timer is {@link WheelTimer#shared()}} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Completes an operation if its condition holds now; otherwise puts it under each of the keys,
   * where it waits for at most its delay from now. An operation can be put in once.
   *
   * @param operation tried twice: before and after it was put under the keys
   * @param keys at least one; a key that occurs twice counts twice
   * @return true if this call completed it; false if it waits, was completed meanwhile, perhaps by
   *     its expiry, or was withdrawn by {@link #cancelForKey}
   * @throws IllegalArgumentException if there are no keys
   * @throws NullPointerException if the operation, the collection or a key is null
   * @throws IllegalStateException if the operation was put into this or another purgatory before
   * @throws RejectedExecutionException if this is closed, or the timer rejects the deadline; then
   *     only a running attempt or {@code forceComplete} still completes the operation
   */
  public boolean tryCompleteElseWatch(DelayedOperation operation, Collection<? extends K> keys) {
    Objects.requireNonNull(operation, "operation");
    List<K> under = checked(keys);
    requireOpen();
    Registration registration = new Registration(this, operation);
    if (!operation.claim(registration)) {
      return false;
    }
    try {
      return operation.tryOnce() || watch(operation, registration, under);
    } catch (Throwable refused) {
      operation.withdraw();
      throw refused;
    } finally {
      registration.settled = true;
      if (operation.isOver()) {
        operation.leave(); // an end before it was settled didn't
      }
    }
  }

  private static <K> List<K> checked(Collection<? extends K> keys) {
    List<K> under = new ArrayList<>(Objects.requireNonNull(keys, "keys")); // once: it may change
    if (under.isEmpty()) {
      throw new IllegalArgumentException("keys must name at least one, was " + under);
    }
    for (K key : under) {
      Objects.requireNonNull(key, () -> "keys must not be null, was " + under);
    }
    return under;
  }

  private boolean watch(DelayedOperation operation, Registration registration, List<K> keys) {
    if (!operation.isOver()) {
      registration.timeout = timer.newTimeout(registration, operation.delayNanos, NANOSECONDS);
    }
    for (K key : keys) {
      registration.watches = new Watch(operation, registration.watches);
      add(registration.watches, key);
    }
    if (closed && operation.withdraw()) {
      requireOpen();
    }
    // A thread that came after the claim relies on this attempt.
    return !operation.isOver() && operation.attemptWhileAsked();
  }

  private void add(Watch watch, K key) {
    WatchList<K> list = lists.get(key);
    while (list == null || !list.add(watch)) {
      if (list != null) {
        lists.remove(key, list); // it was retired, and an Error may have left it there
      }
      list = lists.computeIfAbsent(key, it -> new WatchList<>(lists, it));
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new RejectedExecutionException("purgatory '" + name + "' is closed");
    }
  }

  /**
   * Tries all operations that wait under a key, in FIFO order, on this thread. If another thread is
   * trying an operation at the moment, that thread tries it again.
   *
   * <p>Costs O(operations under the key).
   *
   * @param key the key whose state has changed
   * @return the number of operations that this call completed
   */
  public int checkAndComplete(K key) {
    int completed = 0;
    for (DelayedOperation operation : waitingUnder(key)) {
      completed += operation.attempt() ? 1 : 0;
    }
    return completed;
  }

  private DelayedOperation[] waitingUnder(K key) {
    WatchList<K> list = lists.get(Objects.requireNonNull(key, "key"));
    return list == null ? WatchList.NOBODY : list.waiting();
  }

  /**
   * Withdraws all operations that wait under a key, without completing them. They also leave the
   * lists of their other keys, and their deadlines are cancelled. If another thread is trying an
   * operation at the moment, that thread may still complete it.
   *
   * @param key the key to be emptied
   * @return the operations that this call withdrew, in FIFO order; the caller may complete them
   */
  public List<DelayedOperation> cancelForKey(K key) {
    List<DelayedOperation> withdrawn = new ArrayList<>();
    for (DelayedOperation operation : waitingUnder(key)) {
      if (operation.withdraw()) {
        withdrawn.add(operation);
      }
    }
    return withdrawn;
  }

  /**
   * {@return the number of waiting operations, each counted once a key} Exact if no operation comes
   * or ends meanwhile. O(keys with waiting operations).
   */
  public int watched() {
    return sum(WatchList::size);
  }

  /**
   * {@return the number of operations that wait for their deadline} Exact and O(keys) as {@link
   * #watched}.
   */
  public int delayed() {
    return sum(WatchList::operations);
  }

  private int sum(ToIntFunction<WatchList<K>> of) {
    return lists.values().stream().mapToInt(of).sum();
  }

  /**
   * Closes this purgatory. Completes the waiting operations on this thread, without {@code
   * onExpiration}, because they have not expired. Rejects later ones. The timer keeps running.
   *
   * <p>If the timer is stopped instead, the thread that stops it completes the waiting operations
   * in the same way.
   */
  @Override
  public void close() {
    closed = true;
    for (WatchList<K> list : lists.values()) {
      for (DelayedOperation operation : list.waiting()) {
        operation.complete(false);
      }
    }
  }

  void report(DelayedOperation failed, Throwable thrown) {
    try {
      if (onFailure != null) {
        onFailure.accept(failed, thrown);
        return;
      }
    } catch (Throwable handlerFailed) {
      if (handlerFailed != thrown) { // a handler may rethrow it
        LOG.error("The failure handler of purgatory '{}' failed", name, handlerFailed);
      }
    }
    LOG.error("A callback of an operation in purgatory '{}' failed: {}", name, failed, thrown);
  }

  @Override
  public String toString() {
    return "Purgatory[" + name + (closed ? ", closed]" : "]");
  }

  /**
   * Configures a purgatory. Not thread-safe; may build more than one. Each method rejects a bad
   * value at once and returns this builder.
   */
  public static final class Builder {
    private String name = "purgatory";
    private @Nullable Timer timer;
    private @Nullable BiConsumer<? super DelayedOperation, ? super Throwable> onFailure;

    private Builder() {}

    /**
     * Names the purgatory in log messages and exceptions.
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
     * Sets the timer that holds the deadlines.
     *
     * @param timer runs expired operations on its executor; by default {@link WheelTimer#shared()}
     * @return this
     */
    public Builder timer(Timer timer) {
      this.timer = Objects.requireNonNull(timer, "timer");
      return this;
    }

    /**
     * Sets the handler of exceptions from callbacks. By default they are logged as errors.
     *
     * @param handler called on the thread of the callback; an exception from it is logged
     * @return this
     */
    public Builder onFailure(BiConsumer<? super DelayedOperation, ? super Throwable> handler) {
      this.onFailure = Objects.requireNonNull(handler, "handler");
      return this;
    }

    /**
     * Makes the purgatory.
     *
     * @param <K> the type of the keys
     * @return a new purgatory
     */
    public <K> Purgatory<K> build() {
      return new Purgatory<>(this);
    }
  }
}
