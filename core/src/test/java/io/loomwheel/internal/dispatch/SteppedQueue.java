package io.loomwheel.internal.dispatch;

import io.loomwheel.internal.dispatch.TaskRelay.Offer;
import java.util.AbstractQueue;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The queue of a relay, with a step of its world around each operation. */
final class SteppedQueue extends AbstractQueue<Offer> {
  private final RelayWorld world;
  private final ConcurrentLinkedQueue<Offer> offers = new ConcurrentLinkedQueue<>();

  /** How often somebody has taken from each offer. */
  private final Map<Offer, Integer> taken = new HashMap<>();

  private final Map<Offer, String> names = new HashMap<>();

  SteppedQueue(RelayWorld world) {
    this.world = world;
  }

  @Override
  public boolean offer(Offer offer) {
    world.step("add");
    synchronized (this) {
      names.put(offer, world.offered());
      taken.put(offer, 0);
    }
    offers.add(offer);
    world.step("added");
    return true;
  }

  @Override
  public Offer peek() {
    if (world.checks()) {
      world.step("glance");
      return offers.peek();
    }
    world.note("");
    world.step("peek");
    Offer offer = offers.peek();
    if (offer != null) {
      world.note(name(offer));
      world.step("peeked");
      synchronized (this) { // the relay takes from it next, in the same step
        world.note(name(offer) + "/" + taken.merge(offer, 1, Integer::sum));
      }
    }
    return offer;
  }

  @Override
  public boolean remove(Object offer) {
    return offers.remove(offer);
  }

  @Override
  public boolean isEmpty() {
    world.step("look");
    boolean empty = offers.isEmpty();
    world.step(empty ? "empty" : "full");
    return empty;
  }

  boolean hasTask() {
    return offers.stream().anyMatch(offer -> !offer.isSpent());
  }

  Offer first() {
    return offers.peek();
  }

  private synchronized String name(Offer offer) {
    return names.get(offer);
  }

  @Override
  public synchronized String toString() {
    StringBuilder all = new StringBuilder();
    for (Offer offer : offers) {
      all.append(name(offer)).append('/').append(taken.get(offer)).append(' ');
    }
    return all.toString();
  }

  @Override
  public Offer poll() {
    throw new UnsupportedOperationException("the relay never polls");
  }

  @Override
  public Iterator<Offer> iterator() {
    return offers.iterator();
  }

  @Override
  public int size() {
    return offers.size();
  }
}
