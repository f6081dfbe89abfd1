package io.loomwheel.purgatory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.purgatory.WatchList.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Test;

class WatchListTest {
  private final ConcurrentMap<String, WatchList<String>> lists = new ConcurrentHashMap<>();
  private final WatchList<String> list =
      lists.computeIfAbsent("a", it -> new WatchList<>(lists, it));
  private final Watch place = new Watch(new Waiting(), null);

  /** An old entry, though garbage, would keep younger ones through minor collections. */
  @Test
  void remove_fromTheMiddle_letsGoOfBothNeighbours() {
    list.add(new Watch(new Waiting(), null));
    list.add(place);
    list.add(new Watch(new Waiting(), null));

    list.remove(place);

    assertThat(place.before).isNull();
    assertThat(place.after).isNull();
  }

  /** Who found the list in the table before that would otherwise wait where nobody looks. */
  @Test
  void add_emptiedMeanwhile_isRefused() {
    list.add(place);
    list.remove(place);

    assertThat(lists).isEmpty();
    assertThat(list.add(new Watch(new Waiting(), null))).isFalse();
  }

  /** The table doesn't find it meanwhile, but finds it again, and would so for ever. */
  @Test
  void add_emptiedWhileItsKeyWasAnother_isAccepted() {
    ConcurrentMap<List<String>, WatchList<List<String>>> byList = new ConcurrentHashMap<>();
    List<String> key = new ArrayList<>(List.of("a"));
    WatchList<List<String>> changing =
        byList.computeIfAbsent(key, it -> new WatchList<>(byList, it));
    changing.add(place);

    key.add("b");
    changing.remove(place);
    key.remove("b");

    assertThat(byList.get(key)).isSameAs(changing);
    assertThat(changing.add(place)).isTrue();
    changing.remove(place);
    assertThat(byList).isEmpty();
  }

  /** The map has let go of it, so whoever has it at hand would wait where nobody looks. */
  @Test
  void add_anErrorAsItLeftTheMap_isRefused() {
    ConcurrentMap<String, WatchList<String>> failing =
        new ConcurrentHashMap<>() {
          @Override
          public boolean remove(Object key, Object value) {
            if (super.remove(key, value)) {
              throw new StackOverflowError();
            }
            return false;
          }
        };
    WatchList<String> left = failing.computeIfAbsent("a", it -> new WatchList<>(failing, it));
    left.add(place);

    assertThatThrownBy(() -> left.remove(place)).isInstanceOf(StackOverflowError.class);

    assertThat(left.add(new Watch(new Waiting(), null))).isFalse();
    left.remove(place);
    assertThat(left.size()).isZero();
  }
}
