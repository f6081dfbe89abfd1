package io.loomwheel.examples.boot;

import java.time.Duration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/**
 * The other service: of ten items it has eight at hand, looks for one, and never finds the last.
 */
@RestController
class Supplier {
  @GetMapping("/supplier/{item}")
  Mono<Integer> price(@PathVariable("item") int item) {
    return switch (item % 10) {
      case 8 -> Mono.delay(Duration.ofMillis(20)).thenReturn(item);
      case 9 -> Mono.never();
      default -> Mono.just(item);
    };
  }
}
