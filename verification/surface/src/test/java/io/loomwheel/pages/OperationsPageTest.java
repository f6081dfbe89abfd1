package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.Timeout;
import io.loomwheel.WheelStats;
import io.loomwheel.WheelTimer;
import io.loomwheel.metrics.WheelMetrics;
import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.rxjava.WheelPlugins;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

/** The sample and the names of docs/guide/operations.md. */
class OperationsPageTest {
  private static final String PAGE = "docs/guide/operations.md";
  private static final Pattern EVENT = Pattern.compile("@Name\\(\"(io\\.loomwheel[^\"]+)\"\\)");

  /** The names of threads, and of what names a thread: {@code loomwheel-shared-driver}. */
  private static final Pattern THREAD = Pattern.compile("\"(loomwheel-[a-z]+)\"");

  @Test
  void sample_endsWhatWasInstalled() {
    Schedulers.setFactory(new WheelFactory(WheelTimer.shared()));
    WheelPlugins.install(WheelTimer.shared());
    Timeout pending = WheelTimer.shared().schedule(() -> {}, Duration.ofDays(1));

    Schedulers.resetFactory(); // after Schedulers.setFactory(new WheelFactory(…))
    WheelPlugins.uninstall(); // after WheelPlugins.install(…)
    Set<Timeout> neverRan = WheelTimer.shutdownShared();

    assertThat(neverRan).contains(pending);
  }

  @Test
  void page_namesEachCounterAndEvent() {
    String page = Pages.text(PAGE);
    assertThat(Stream.of(WheelStats.class.getRecordComponents()).map(RecordComponent::getName))
        .filteredOn(name -> !name.startsWith("lateness"))
        .allSatisfy(name -> assertThat(page).contains("`." + name.toLowerCase(Locale.ROOT) + "`"));
    assertThat(
            Pages.sources("main").stream()
                .flatMap(source -> EVENT.matcher(source).results().map(name -> name.group(1))))
        .hasSize(3)
        .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
  }

  @Test
  void page_namesEachThread() {
    String page = Pages.text(PAGE);
    assertThat(
            Pages.sources("main").stream()
                .flatMap(source -> THREAD.matcher(source).results().map(name -> name.group(1))))
        .contains("loomwheel-relay", "loomwheel-rescue", "loomwheel-interrupter")
        .filteredOn(name -> !name.equals("loomwheel-probe")) // a factory that makes no thread
        .allSatisfy(name -> assertThat(page).contains("`" + name));
  }

  @Test
  void page_showsEachCounterAsPrometheusPrintsIt() {
    String page = Pages.text(PAGE);
    MeterRegistry registry = new SimpleMeterRegistry();
    try (WheelTimer timer = WheelTimer.create()) {
      new WheelMetrics(timer, "connections").bindTo(registry);
      assertThat(registry.getMeters())
          .hasSizeGreaterThan(10)
          .allSatisfy(
              meter ->
                  assertThat(page)
                      .containsPattern(
                          "(?m)^" + meter.getId().getName().replace('.', '_') + "[_{].*[0-9]$"));
    }
  }

  @Test
  void samples_ofThePage_areThoseOfThisTest() {
    Pages.assertSamplesRunIn(PAGE, OperationsPageTest.class);
  }
}
