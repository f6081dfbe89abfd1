package io.loomwheel.recipes;

import java.util.function.IntConsumer;

/** A channel of two functions. */
record TestChannel(Beat beat, IntConsumer loss) implements HeartbeatTask.Channel {
  interface Beat {
    void send() throws Exception;
  }

  @Override
  public void heartbeat() throws Exception {
    beat.send();
  }

  @Override
  public void lost(int unanswered) {
    loss.accept(unanswered);
  }
}
