package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.LoomExecutorMetrics;
import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.metrics.WheelMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The dashboard, the alert rules and docs/guide/monitoring.md name what a scrape has. */
class MonitoringPageTest {
  private static final String DASHBOARD = "docs/guide/monitoring/dashboard.json";
  private static final String RULES = "docs/guide/monitoring/rules.yml";
  private static final String PAGE = "docs/guide/monitoring.md";

  private static final Pattern METRIC = Pattern.compile("\\b(?:loomwheel|executor)_[a-z0-9_]+");
  private static final Pattern BOUND = Pattern.compile("le=\\\\?\"([^\"\\\\]+)");
  private static final Pattern SERIES = Pattern.compile("(?m)^([a-z_0-9]+)\\{");

  private static String scrape() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (WheelTimer timer = WheelTimer.create();
        VirtualThreadExecutor executor = VirtualThreadExecutor.create()) {
      new WheelMetrics(timer, "timer").bindTo(registry);
      new LoomExecutorMetrics(executor, "executor").bindTo(registry);
      return registry.scrape();
    }
  }

  private static Set<String> all(Pattern pattern, int group, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(result -> result.group(group))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void metrics_ofDashboardRulesAndPage_areInTheScrape() {
    String scrape = scrape();
    Set<String> scraped = all(SERIES, 1, scrape);
    for (String file : List.of(DASHBOARD, RULES, PAGE)) {
      String text = Pages.text(file);
      assertThat(scraped).as(file).containsAll(all(METRIC, 0, text));
      assertThat(all(BOUND, 1, scrape)).as(file).containsAll(all(BOUND, 1, text));
    }
    assertThat(all(METRIC, 0, Pages.text(DASHBOARD))).hasSizeGreaterThan(10);
    assertThat(all(BOUND, 1, Pages.text(DASHBOARD))).containsExactly("+Inf", "0.1");
  }

  @Test
  void page_saysHowManySeriesThereAre() {
    String scrape = scrape();
    long series = scrape.lines().filter(line -> line.startsWith("loomwheel_")).count();
    long ofStart = scrape.lines().filter(line -> line.startsWith("loomwheel_start_")).count();
    assertThat(Pages.text(PAGE)).contains(series + " series").contains(ofStart + " of them");
  }

  @Test
  void panelsAndAlerts_sayWhatToDo() {
    String[] panels = Pages.text(DASHBOARD).split("\"type\": \"timeseries\"", -1);
    assertThat(panels).hasSizeGreaterThan(8);
    assertThat(Arrays.stream(panels).skip(1))
        .allSatisfy(
            panel -> assertThat(panel).containsPattern("\"description\": \".*Red: .*Do[:,] .*\""));
    String[] alerts = Pages.text(RULES).split("- alert: ", -1);
    assertThat(alerts).hasSizeGreaterThan(6);
    assertThat(Arrays.stream(alerts).skip(1))
        .allSatisfy(alert -> assertThat(alert).contains("expr: ", "severity: ", "action: "));
  }
}
