package io.loomwheel.springboot4;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;

/** The other tests are worth something if this is the Boot that they run on. */
class VersionTest {
  @Test
  void boot_isOfTheFourthGeneration() {
    assertThat(SpringBootVersion.getVersion()).startsWith("4.");
  }
}
