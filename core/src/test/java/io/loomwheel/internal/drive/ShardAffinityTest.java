package io.loomwheel.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

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
  void shardOf_spreadsTheEntriesEvenlyOverAllShards(int shards) {
    ShardAffinity homes = new ShardAffinity(shards);
    int[] entriesOf = new int[shards];
    for (int entry = 0; entry < ENTRIES; entry++) {
      entriesOf[homes.shardOf(entry)]++;
    }
    assertThat(entriesOf).containsOnly(ENTRIES / shards);
  }

  @Test
  void move_sendsTheEntryToAnotherShard_andNoOtherEntry() {
    ShardAffinity homes = new ShardAffinity(8);
    homes.move(3, 6);
    assertThat(homes.shardOf(3)).isEqualTo(6);
    assertThat(homes.shardOf(2)).isEqualTo(2);
    assertThat(homes.shardOf(4)).isEqualTo(4);
  }

  @Test
  void entry_isTheSameForAThreadAndDiffersBetweenThreads() throws Exception {
    assertThat(ShardAffinity.entry()).isEqualTo(ShardAffinity.entry()).isBetween(0, ENTRIES - 1);
    Set<Integer> entries = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < 64; i++) {
      Thread.ofPlatform().start(() -> entries.add(ShardAffinity.entry())).join();
    }
    assertThat(entries).hasSizeGreaterThan(32);
    assertThat(new TreeSet<>(entries)).isSubsetOf(IntStream.range(0, ENTRIES).boxed().toList());
  }
}
