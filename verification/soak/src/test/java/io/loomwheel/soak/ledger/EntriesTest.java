package io.loomwheel.soak.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EntriesTest {
  private static final int EACH = 50_000;

  private final Entries entries = new Entries();

  @Test
  void add_byThreeThreads_keepsAll() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      threads.add(Thread.ofPlatform().start(() -> addEach(EACH)));
    }
    for (Thread thread : threads) {
      thread.join();
    }

    Set<Entry> all = new HashSet<>();
    entries.forEach(all::add);
    assertThat(all).hasSize(3 * EACH);
  }

  @Test
  void passes_oneBreaksTheRule_goesOnFromThere() {
    addEach(EACH);
    List<Entry> visited = new ArrayList<>();
    Entries.Walk walk = entries.walk();
    assertThat(walk.passes(entry -> visited.add(entry) && visited.size() < EACH - 10)).isFalse();
    visited.removeLast(); // it is visited again

    assertThat(walk.passes(visited::add)).isTrue();
    addEach(EACH);
    assertThat(walk.passes(visited::add)).isTrue();

    List<Entry> all = new ArrayList<>();
    entries.forEach(all::add);
    assertThat(visited).isEqualTo(all).hasSize(2 * EACH);
  }

  private void addEach(int count) {
    for (int i = 0; i < count; i++) {
      entries.add(new Entry("one"));
    }
  }
}
