package io.loomwheel.purgatory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Test;

class WatchListTest {
  private final ConcurrentMap<String, WatchList<String>> lists = new ConcurrentHashMap<>();
  private final WatchList<String> list =
      lists.computeIfAbsent("a", it -> new WatchList<>(lists, it));
  private final Watch place = new Watch(new Waiting(), null);

  /** Who found the list in the table before that would otherwise wait where nobody looks. */
  @Test
  void add_emptiedMeanwhile_isRefused() {
    list.add(place);
    place.leave();

    assertThat(lists).isEmpty();
    assertThat(list.add(new Watch(new Waiting(), null))).isFalse();
  }
}
