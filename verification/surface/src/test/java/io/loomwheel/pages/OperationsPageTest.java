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
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

/** The sample and the names of docs/guide/operations.md. */
class OperationsPageTest {
  private static final String PAGE = "docs/guide/operations.md";
  private static final Pattern FRAME = Pattern.compile("at (io\\.loomwheel\\.[^(]+)\\(");
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
        .filteredOn(name -> !name.startsWith("lateness") && !name.endsWith("Within"))
        .allSatisfy(name -> assertThat(page).contains("`." + name.toLowerCase(Locale.ROOT) + "`"));
    assertThat(Pages.sources("main").stream().flatMap(source -> Pages.all(EVENT, source).stream()))
        .hasSize(4)
        .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
  }

  @Test
  void page_namesEachThread() {
    String page = Pages.text(PAGE);
    assertThat(Pages.sources("main").stream().flatMap(source -> Pages.all(THREAD, source).stream()))
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
  void threadFactory_ofThreadsThatAreNoDaemons_hasOneTurnTheWheel() {
    ThreadFactory keepsTheJvmAlive = Thread.ofPlatform().daemon(false).name("timeouts").factory();
    try (WheelTimer timer = WheelTimer.builder().threadFactory(keepsTheJvmAlive).build()) {
      timer.start();
      assertThat(Thread.getAllStackTraces().keySet())
          .filteredOn(thread -> thread.getName().equals("timeouts"))
          .singleElement()
          .satisfies(thread -> assertThat(thread.isDaemon()).isFalse());
    }
  }

  /** The frames of Loomwheel in the two threads of the page's dump, without numbers that move. */
  @Test
  void dumpOfThePage_hasTheFramesOfToday() throws Exception {
    List<String> dump =
        Pages.samples(PAGE, "text").stream()
            .filter(text -> text.contains("LockSupport.parkNanos"))
            .toList();
    assertThat(dump).hasSize(1).allSatisfy(text -> assertThat(text).doesNotContain(".java:"));
    String[] threads = dump.get(0).split("\n\n", -1);
    BlockingQueue<StackTraceElement[]> ofTask = new LinkedBlockingQueue<>();
    try (WheelTimer timer = WheelTimer.builder().name("dumped").build()) {
      timer.schedule(() -> {}, Duration.ofDays(1));
      Runnable task = () -> ofTask.add(Thread.currentThread().getStackTrace());
      StackTraceElement[] stack;
      do {
        timer.schedule(task, Duration.ofMillis(1));
        stack = ofTask.take();
      } while (!stack[stack.length - 1].getClassName().contains("VirtualThread") // was rescued
          || framesOfLoomwheel(stack).toString().contains("TimedTask")); // as one in 16 is
      assertThat(framesOfLoomwheel(stack)).isEqualTo(framesOfLoomwheel(threads[1]));
      List<String> sleeping = framesOfLoomwheel(threads[0]);
      while (!framesOfDriver("dumped-driver").equals(sleeping)) {
        Thread.onSpinWait(); // until it sleeps; hang-watch prints the stack if it has changed
      }
    }
  }

  private static List<String> framesOfDriver(String name) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().equals(name))
        .map(thread -> framesOfLoomwheel(thread.getValue()))
        .findAny()
        .orElse(List.of());
  }

  private static List<String> framesOfLoomwheel(StackTraceElement[] stack) {
    return Stream.of(stack)
        .filter(frame -> frame.getClassName().startsWith("io.loomwheel."))
        .filter(frame -> !frame.getClassName().startsWith("io.loomwheel.pages."))
        .map(frame -> frame.getClassName() + "." + frame.getMethodName())
        .toList();
  }

  private static List<String> framesOfLoomwheel(String dumped) {
    return Pages.all(FRAME, dumped);
  }
}
