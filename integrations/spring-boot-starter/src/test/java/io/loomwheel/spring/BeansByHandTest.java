package io.loomwheel.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.core.publisher.Mono;

/** That what is compared with the starter works, and how long it is. */
class BeansByHandTest {
  @Test
  void beans_carryTheDefaultDelays() {
    new ApplicationContextRunner()
        .withUserConfiguration(BeansByHand.class)
        .run(
            context -> {
              Mono.delay(Duration.ofMillis(1)).block(Duration.ofMinutes(1));
              assertThat(context.getBean(WheelTimer.class).stats().fired()).isPositive();
            });
  }

  @Test
  void lines_areAsManyAsThePageSays() throws Exception {
    List<String> source =
        Files.readAllLines(Path.of("src/test/java/io/loomwheel/spring/BeansByHand.java"));
    long lines =
        source.subList(source.indexOf("@Configuration"), source.size()).stream()
            .filter(line -> !line.isBlank())
            .count();
    String page = Files.readString(Path.of("..", "..", "docs", "guide", "integrations.md"));
    assertThat(page).contains("| " + lines + " | 2 properties |");
  }
}
