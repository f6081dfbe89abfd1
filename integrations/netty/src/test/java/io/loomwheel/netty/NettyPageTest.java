package io.loomwheel.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.resource.ClientResources;
import io.loomwheel.WheelTimer;
import io.netty.util.Timeout;
import io.netty.util.Timer;
import java.util.concurrent.TimeUnit;
import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.Dsl;
import org.junit.jupiter.api.Test;

/** The samples of docs/guide/netty.md. */
class NettyPageTest {
  @Test
  void ownWheel_hasALimit() {
    Timer limited =
        NettyWheelTimer.create(WheelTimer.builder().name("requests").maxPendingTimeouts(100_000));
    assertThat(limited.stop()).isEmpty();
  }

  @Test
  void view_isStoppedAlone() {
    WheelTimer wheel = WheelTimer.create(); // or WheelTimer.shared()
    Timer timer = NettyWheelTimer.on(wheel);
    Timeout timeout = timer.newTimeout(late -> System.out.println("too late"), 5, TimeUnit.SECONDS);
    timeout.cancel();
    timer.stop(); // this view's timeouts alone; the wheel goes on
    assertThat(wheel.isStopped()).isFalse();
    wheel.stop();
  }

  @Test
  void lettuce_takesTheTimer() throws Exception {
    Timer timer = NettyWheelTimer.create();
    ClientResources resources = ClientResources.builder().timer(timer).build();
    RedisClient client = RedisClient.create(resources, "redis://localhost:6379");
    assertThat(client.getResources().timer()).isSameAs(timer);
    client.shutdown(0, 10, TimeUnit.SECONDS);
    resources.shutdown(0, 10, TimeUnit.SECONDS).get();
    assertThat(timer.stop()).isEmpty();
  }

  @Test
  void asyncHttpClient_takesTheTimer() throws Exception {
    Timer timer = NettyWheelTimer.create();
    AsyncHttpClient client = Dsl.asyncHttpClient(Dsl.config().setNettyTimer(timer));
    assertThat(client.getConfig().getNettyTimer()).isSameAs(timer);
    client.close();
    timer.stop();
  }
}
