package io.loomwheel.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.netty.util.Timeout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** That what is compared with this module works, and how long it is. */
class TimerByHandTest {
  @Test
  void newTimeout_firesOrIsCancelled() {
    ManualClock clock = new ManualClock();
    WheelTimer wheel = WheelTimer.builder().clock(clock).build();
    TimerByHand timer = new TimerByHand(wheel);
    List<Timeout> ran = new ArrayList<>();
    Timeout first = timer.newTimeout(ran::add, 1, TimeUnit.SECONDS);
    Timeout second = timer.newTimeout(ran::add, 1, TimeUnit.SECONDS);
    assertThat(second.cancel()).isTrue();
    clock.advance(Duration.ofSeconds(2));
    assertThat(ran).hasSize(1);
    assertThat(first.isExpired()).isTrue();
    assertThat(second.isCancelled()).isTrue();
    assertThat(timer.stop()).isEmpty();
    wheel.stop();
  }

  @Test
  void lines_areAsManyAsThePageSays() throws Exception {
    List<String> source =
        Files.readAllLines(Path.of("src/test/java/io/loomwheel/netty/TimerByHand.java"));
    long lines =
        source
            .subList(source.indexOf("final class TimerByHand implements Timer {"), source.size())
            .stream()
            .filter(line -> !line.isBlank())
            .count();
    String page = Files.readString(Path.of("..", "..", "docs", "guide", "integrations.md"));
    assertThat(page).contains("| " + lines + " | 1 |");
  }
}
