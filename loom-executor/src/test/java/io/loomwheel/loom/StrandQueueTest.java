package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.internal.wheel.WheelNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StrandQueueTest {
  private final StrandQueue queue = new StrandQueue();

  @Test
  void poll_severalRoundsOfPushes_firstComeFirst() {
    Runnable[] tasks = {task(), task(), task(), task(), task()};
    queue.push(tasks[0]);
    queue.push(tasks[1]);
    assertThat(queue.poll()).isSameAs(tasks[0]);
    queue.push(tasks[2]);
    queue.push(tasks[3]);
    assertThat(queue.poll()).isSameAs(tasks[1]);
    assertThat(queue.poll()).isSameAs(tasks[2]);
    queue.push(tasks[4]);
    assertThat(drain()).containsExactly(tasks[3], tasks[4]);
    assertThat(queue.poll()).isNull();
  }

  @Test
  void push_wheelNode_isItsOwnLink() {
    Node node = new Node();
    assertThat(queue.push(node)).isSameAs(node);
    assertThat(node.nextInQueue()).isNotNull();
    assertThat(queue.poll()).isSameAs(node);
    assertThat(node.nextInQueue()).isNull();
  }

  @Test
  void push_nodeThatLiesInAnInbox_getsALinkOfItsOwn() {
    Node node = new Node();
    Node below = new Node();
    node.claimForQueue(below);
    assertThat(queue.push(node)).isNotSameAs(node);
    assertThat(queue.poll()).isSameAs(node);
    assertThat(node.nextInQueue()).isSameAs(below);
  }

  @Test
  void withdraw_first_middleAndLast_theOthersKeepTheirOrder() {
    Node[] nodes = {new Node(), new Node(), new Node(), new Node(), new Node()};
    queue.push(nodes[0]);
    queue.push(nodes[1]);
    queue.push(nodes[2]);
    queue.poll(); // the first, so that the next two are turned round
    queue.push(nodes[3]);
    queue.push(nodes[4]);
    queue.withdraw(nodes[1]);
    queue.withdraw(nodes[3]);
    queue.withdraw(nodes[4]);
    assertThat(nodes[3].nextInQueue()).isNull();
    queue.push(nodes[0]);
    assertThat(drain()).containsExactly(nodes[2], nodes[0]);
  }

  private List<Runnable> drain() {
    List<Runnable> all = new ArrayList<>();
    for (Runnable task; (task = queue.poll()) != null; ) {
      all.add(task);
    }
    return all;
  }

  private static Runnable task() {
    return new Runnable() {
      @Override
      public void run() {}
    };
  }

  private static final class Node extends WheelNode {
    @Override
    public void run() {}
  }
}
