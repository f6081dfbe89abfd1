package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The samples and the figures of docs/guide/tick.md. */
class TickPageTest {
  private static final String PAGE = "docs/guide/tick.md";
  private static final Pattern FIGURE = Pattern.compile("\\d+\\.\\d+");

  @Test
  void askedFor_isTheNearestPowerOfTwoNotAbove() {
    WheelTimer coarse = WheelTimer.builder().tickDuration(Duration.ofMillis(100)).build();
    assertThat(coarse.tickDuration()).isEqualTo(Duration.ofNanos(1 << 26)); // 67.1 ms
    coarse.close();
  }

  @Test
  void clockMovedByHand_isExact() {
    WheelTimer exact = WheelTimer.builder().clock(new ManualClock()).build();
    assertThat(exact.tickDuration()).isEqualTo(Duration.ofNanos(1));
  }

  @Test
  void slack_firesTogetherWhatWaitsLong() {
    ManualClock clock = new ManualClock();
    WheelTimer loose = WheelTimer.builder().clock(clock).slack(7).build();
    loose.schedule(() -> {}, Duration.ofSeconds(1));
    clock.advance(Duration.ofNanos(1_002_438_655));
    loose.schedule(() -> {}, Duration.ofNanos(1)); // too short for slack
    assertThat(loose.pendingTimeouts()).isEqualTo(2);
    clock.advance(Duration.ofNanos(1));
    assertThat(loose.pendingTimeouts()).isZero();
  }

  @Test
  void page_measuredFigures_areThoseOfTheFigures() {
    String page = Pages.text(PAGE);
    String measured = page.substring(page.indexOf("Measured ("), page.indexOf("## Slack"));
    String figures = Pages.text("docs/evidence/figures.md");
    assertThat(FIGURE.matcher(measured).results().map(figure -> figure.group()))
        .filteredOn(figure -> !figure.equals("1.05")) // the tick itself
        .hasSizeGreaterThan(4)
        .allSatisfy(figure -> assertThat(figures).contains(figure));
  }

  @Test
  void page_samplesAreTheseTests() {
    Pages.assertSamplesRunIn(PAGE, TickPageTest.class);
  }
}
