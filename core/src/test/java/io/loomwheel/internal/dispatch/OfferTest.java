package io.loomwheel.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.dispatch.TaskRelay.Offer;
import io.loomwheel.internal.dispatch.TaskRelay.Offer.BlockOffer;
import io.loomwheel.internal.dispatch.TaskRelay.Offer.SingleOffer;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OfferTest {
  private final Offer.Place mine = new Offer.Place();
  private final Offer.Place other = new Offer.Place();
  private final List<Integer> prefetched = new ArrayList<>();
  private boolean failing;
  private int begun;

  @Test
  void take_singleOffer_onceAndThenSpent() {
    Runnable task = () -> {};
    Offer offer = new SingleOffer(task);
    assertThat(offer.isSpent()).isFalse();
    assertThat(offer.take(mine)).isSameAs(task);
    assertThat(offer.isSpent()).isTrue();
    assertThat(offer.take(other)).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 15, 16, 17, 32, 100})
  void take_oneWorker_allInOrder(int size) {
    Offer offer = offerOf(size);
    List<Integer> taken = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      assertThat(offer.isSpent()).isFalse();
      taken.add(number(offer.take(mine)));
    }
    assertThat(taken).isEqualTo(IntStream.range(0, size).boxed().toList());
    assertThat(offer.isSpent()).isTrue();
    assertThat(offer.take(mine)).isNull();
  }

  @Test
  void take_twoWorkers_eachItsOwnBlock() {
    Offer offer = offerOf(40);
    assertThat(number(offer.take(mine))).isZero();
    assertThat(number(offer.take(other))).isEqualTo(16);
    assertThat(number(offer.take(mine))).isEqualTo(1);
    assertThat(number(offer.take(other))).isEqualTo(17);
  }

  @Test
  void take_afterTheLastBlock_whatABlockedWorkerLeft() {
    Offer offer = offerOf(20);
    assertThat(number(offer.take(mine))).isZero();
    List<Integer> rest = new ArrayList<>();
    for (Runnable task; (task = offer.take(other)) != null; ) {
      rest.add(number(task));
    }
    assertThat(rest).startsWith(16, 17, 18, 19, 1, 2).hasSize(19).doesNotHaveDuplicates();
    assertThat(offer.isSpent()).isTrue();
    assertThat(offer.take(mine)).isNull();
  }

  @Test
  void take_manyBlocksWithRests_searchesOn() {
    int workers = 5;
    Offer offer = offerOf(16 * workers);
    for (int i = 0; i < workers; i++) {
      offer.take(new Offer.Place()); // and is never seen again
    }
    int rest = 0;
    while (offer.take(new Offer.Place()) != null) {
      rest++;
    }
    assertThat(rest).isEqualTo(15 * workers);
    assertThat(offer.isSpent()).isTrue();
  }

  @Test
  void take_blockOffer_prefetchesABlockAtItsStartAndNoTaskTwice() {
    Offer offer = offerOf(20);
    offer.take(mine);
    assertThat(prefetched).isEqualTo(IntStream.range(0, 16).boxed().toList());
    offer.take(other);
    assertThat(prefetched).isEqualTo(IntStream.range(0, 20).boxed().toList());
    assertThat(begun).isEqualTo(2);
  }

  @Test
  void take_prefetchFails_losesNoTask() {
    Runnable[] tasks = tasks(17);
    List<Runnable> expected = List.of(tasks);
    Offer offer = new BlockOffer(tasks, () -> begun++);
    failing = true;
    List<Runnable> taken = new ArrayList<>();
    for (Runnable task; (task = offer.take(mine)) != null; ) {
      taken.add(task);
    }
    assertThat(taken).isEqualTo(expected);
    assertThat(offer.isSpent()).isTrue();
  }

  @Test
  void forEach_visitsWhatNobodyHasTaken() {
    Runnable[] tasks = tasks(20);
    Offer offer = new BlockOffer(tasks.clone(), () -> {});
    List<Runnable> left = new ArrayList<>(List.of(tasks));
    left.remove(offer.take(other));
    left.remove(offer.take(mine));
    List<Runnable> visited = new ArrayList<>();
    offer.forEach(visited::add);
    assertThat(visited).isEqualTo(left).hasSize(18);
    Offer single = new SingleOffer(tasks[0]);
    single.forEach(visited::add);
    assertThat(visited.getLast()).isSameAs(tasks[0]);
    single.take(mine);
    single.forEach(visited::add);
    assertThat(visited).hasSize(19);
  }

  @Test
  void progress_ofTwoWorkersInTheirBlocks_isWhatBothHaveTaken() {
    Offer offer = offerOf(40);
    assertThat(offer.progress()).isZero();
    offer.take(mine);
    offer.take(other);
    offer.take(other);
    assertThat(offer.progress()).isEqualTo(3);
  }

  private Offer offerOf(int size) {
    return new BlockOffer(tasks(size), () -> begun++);
  }

  private Runnable[] tasks(int size) {
    return IntStream.range(0, size).mapToObj(Numbered::new).toArray(Runnable[]::new);
  }

  private static int number(Runnable task) {
    return ((Numbered) task).number;
  }

  private final class Numbered extends WheelNode {
    final int number;

    Numbered(int number) {
      this.number = number;
    }

    @Override
    public int prefetch() {
      if (failing) {
        throw new StackOverflowError("on purpose");
      }
      prefetched.add(number);
      return 1;
    }

    @Override
    public void run() {}
  }
}
