package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.wheel.HierarchicalWheel;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardAffinityTest {
  private static final int ENTRIES = 256;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 64, 256})
  void homeOf_spreadsTheEntriesEvenlyOverAllShards(int shards) {
    Shards homes = shards(shards);
    int[] entriesOf = new int[shards];
    for (int entry = 0; entry < ENTRIES; entry++) {
      entriesOf[homes.homeOf(entry)]++;
    }
    assertThat(entriesOf).containsOnly(ENTRIES / shards);
  }

  @Test
  void moveHome_sendsTheEntryToAnotherShard_andNoOtherEntry() {
    Shards homes = shards(8);
    homes.moveHome(3, 6);
    assertThat(homes.homeOf(3)).isEqualTo(6);
    assertThat(homes.homeOf(2)).isEqualTo(2);
    assertThat(homes.homeOf(4)).isEqualTo(4);
  }

  @Test
  void entry_isTheSameForAThreadAndDiffersBetweenThreads() throws Exception {
    assertThat(Shards.entry()).isEqualTo(Shards.entry()).isBetween(0, ENTRIES - 1);
    Set<Integer> entries = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < 64; i++) {
      Thread.ofPlatform().start(() -> entries.add(Shards.entry())).join();
    }
    assertThat(entries).hasSizeGreaterThan(32);
    assertThat(new TreeSet<>(entries)).isSubsetOf(IntStream.range(0, ENTRIES).boxed().toList());
  }

  private static Shards shards(int count) {
    return new Shards(count, owner -> new HierarchicalWheel(0, owner), () -> {});
  }
}
