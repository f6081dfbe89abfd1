package io.loomwheel.examples.boot;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * A service that asks a supplier for prices, and the supplier, which is slow at times and silent at
 * others. No line of it knows of the wheel: application.yml does.
 */
@SpringBootApplication
@EnableScheduling
class PriceService {
  /** Starts the service. */
  public static void main(String[] args) {
    SpringApplication.run(PriceService.class, args);
  }
}
