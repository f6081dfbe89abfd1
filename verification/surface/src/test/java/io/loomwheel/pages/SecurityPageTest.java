package io.loomwheel.pages;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.VirtualThreadExecutor;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** SECURITY.md: its sample, and that the tests it names are there. */
class SecurityPageTest {
  private static final String PAGE = "SECURITY.md";
  private static final Pattern TEST = Pattern.compile("`(\\w+Test)\\.(\\w+)`");

  @Test
  void timerForStrangers_runsWhatItTakes() throws Exception {
    LongAdder dropped = new LongAdder();
    LongAdder failed = new LongAdder();
    CountDownLatch ran = new CountDownLatch(1);
    WheelTimer timer =
        WheelTimer.builder()
            .maxPendingTimeouts(100_000)
            .taskExecutor(VirtualThreadExecutor.builder().maxRunning(1_000, 10_000).build())
            .dropRejected(reason -> dropped.increment())
            .onFailure((timeout, failure) -> failed.increment())
            .build();
    timer.newTimeout(timeout -> ran.countDown(), 1, MILLISECONDS);
    assertThat(ran.await(30, SECONDS)).isTrue();
    assertThat(timer.stop()).isEmpty();
    assertThat(dropped.sum() + failed.sum()).isZero();
  }

  @Test
  void page_testsItNames_exist() {
    List<MatchResult> named = TEST.matcher(Pages.text(PAGE)).results().toList();
    List<String> sources = Pages.sources("test");
    assertThat(named)
        .hasSizeGreaterThan(15)
        .filteredOn(
            test ->
                sources.stream()
                    .noneMatch(
                        source ->
                            source.contains("class " + test.group(1) + " ")
                                && source.contains("void " + test.group(2) + "(")))
        .extracting(MatchResult::group)
        .isEmpty();
  }
}
