package io.loomwheel.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.dispatch.TaskRelay.Offer;
import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** A worker finds that another has taken and removed the offer that it was about to take. */
class RelayRemovalTest {
  private static final int WAITING = 1000;

  /** Counts the offers that somebody looks at on the way to the one to be removed. */
  private static final class CountedQueue extends ConcurrentLinkedQueue<Offer> {
    private static final long serialVersionUID = 1;

    transient Runnable afterPeek = () -> {};
    int visited;

    @Override
    public Offer peek() {
      Offer offer = super.peek();
      Runnable then = afterPeek;
      afterPeek = () -> {};
      then.run();
      return offer;
    }

    @Override
    public boolean remove(Object offer) {
      for (Offer queued : this) {
        if (queued == offer) {
          break;
        }
      }
      return super.remove(offer);
    }

    @Override
    public Iterator<Offer> iterator() {
      Iterator<Offer> offers = super.iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return offers.hasNext();
        }

        @Override
        public Offer next() {
          visited++;
          return offers.next();
        }

        @Override
        public void remove() {
          offers.remove();
        }
      };
    }
  }

  @Test
  void drain_offerRemovedMeanwhile_looksAtNoOther() {
    Starts threads = new Starts();
    CountedQueue queue = new CountedQueue();
    TaskRelay relay = Relays.relay(threads, queue);
    int[] ran = {0};
    for (int i = 0; i < WAITING; i++) {
      relay.execute(() -> ran[0]++);
    }
    int[] visitedInVain = {0};
    Runnable worker = threads.started.remove();
    queue.afterPeek =
        () -> {
          queue.poll().take(new Offer.Place()).run(); // as the other worker does
          queue.visited = 0;
          queue.afterPeek = () -> visitedInVain[0] = queue.visited;
        };
    worker.run();
    assertThat(visitedInVain[0]).isLessThanOrEqualTo(2);
    assertThat(ran[0]).isEqualTo(WAITING);
    assertThat(queue).isEmpty();
  }
}
