package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.netty.NettyWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.Timer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The sample of docs/guide/start/netty.md. */
class QuickStartNettyTest {
  @Test
  void view_armsAndCancels() {
    Timer timer = NettyWheelTimer.on(WheelTimer.shared());
    Timeout timeout = timer.newTimeout(late -> System.out.println("too late"), 5, TimeUnit.SECONDS);
    timeout.cancel();
    assertThat(timeout.isCancelled()).isTrue();
  }
}
