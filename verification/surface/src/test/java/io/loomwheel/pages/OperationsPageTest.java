package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.Timeout;
import io.loomwheel.WheelStats;
import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.rxjava.WheelPlugins;
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
  void samples_ofThePage_areThoseOfThisTest() {
    Pages.assertSamplesRunIn(PAGE, OperationsPageTest.class);
  }
}
