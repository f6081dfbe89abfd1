package io.loomwheel.spring;

import java.util.concurrent.CountDownLatch;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** A small application with a job, which has a class loader of its own each time it starts. */
@Configuration
@EnableAutoConfiguration
@EnableScheduling
class RedeployedApplication {
  private final CountDownLatch ran = new CountDownLatch(1);

  @Bean
  CountDownLatch ran() {
    return ran;
  }

  @Scheduled(fixedDelay = 1)
  void job() {
    ran.countDown();
  }
}
