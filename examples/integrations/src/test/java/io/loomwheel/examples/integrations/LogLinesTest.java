package io.loomwheel.examples.integrations;

import static io.loomwheel.examples.integrations.Bounded.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.purgatory.DelayedOperation;
import io.loomwheel.purgatory.Purgatory;
import io.loomwheel.reactor.WheelScheduler;
import io.loomwheel.recipes.IdleTimeout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Schedulers;

/**
 * What a timer logs, as docs/guide/operations.md shows it, brought about for real; but for the line
 * of the relay, which a JVM may have logged a moment ago, and not again for a minute.
 */
class LogLinesTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "guide", "operations.md");
  private static final Duration SOON = Duration.ofMillis(5);

  private final PatternLayout layout = new PatternLayout();
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            lines.add(layout.doLayout(event).strip());
          }
        }
      };

  @BeforeEach
  void listen() {
    LoggerContext context = root.getLoggerContext();
    layout.setContext(context);
    layout.setPattern("%-5level [%thread] %logger : %msg%n%nopex");
    layout.start();
    appender.setContext(context);
    appender.start();
    root.addAppender(appender);
  }

  @AfterEach
  void stopListening() {
    root.detachAppender(appender);
  }

  /** Numbers and hash codes differ from run to run. */
  private static String masked(String line) {
    return line.replaceAll("@[0-9a-f]+", "@N").replaceAll("\\d+", "N").replaceAll(" +", " ");
  }

  private void assertLogsAsOnThePage(String words) throws IOException {
    Bounded.eventually(() -> lines.stream().anyMatch(line -> line.contains(words)));
    String logged = lines.stream().filter(line -> line.contains(words)).findFirst().orElseThrow();
    assertThat(masked(Files.readString(PAGE))).contains(masked(logged));
  }

  private record Close(int connection) implements TimerTask {
    @Override
    public void run(io.loomwheel.Timeout timeout) {
      throw new IllegalStateException("no route to host");
    }
  }

  @Test
  void taskThatFails() throws Exception {
    try (WheelTimer timer = WheelTimer.builder().name("connections").build()) {
      timer.newTimeout(new Close(42), SOON.toNanos(), TimeUnit.NANOSECONDS);
      assertLogsAsOnThePage("A task of timer");
    }
  }

  @Test
  void limitThatIsReached() throws Exception {
    try (WheelTimer timer =
        WheelTimer.builder().name("connections").maxPendingTimeouts(1).build()) {
      timer.schedule(() -> {}, LONG);
      assertThatThrownBy(() -> timer.schedule(() -> {}, LONG))
          .isInstanceOf(RejectedExecutionException.class);
      assertLogsAsOnThePage("refuses timeouts");
      timer.stop();
    }
  }

  @Test
  void timerThatIsForgotten() throws Exception {
    WheelTimer.builder().name("connections").build().start();
    Bounded.eventually(
        () -> {
          System.gc();
          return lines.stream().anyMatch(line -> line.contains("was forgotten"));
        });
    assertLogsAsOnThePage("was forgotten");
  }

  @Test
  void manyTimers() throws Exception {
    List<WheelTimer> timers = new ArrayList<>();
    for (int i = 0; i < 66; i++) {
      timers.add(WheelTimer.create());
      timers.getLast().start();
    }
    assertLogsAsOnThePage("timers are live");
    timers.forEach(WheelTimer::stop);
  }

  @Test
  void clockThatFails() throws Exception {
    AtomicBoolean broken = new AtomicBoolean();
    try (WheelTimer timer =
        WheelTimer.builder()
            .name("connections")
            .clock(
                () -> {
                  if (broken.get() && Thread.currentThread().getName().endsWith("-driver")) {
                    broken.set(false);
                    throw new IllegalStateException("no time");
                  }
                  return System.nanoTime();
                })
            .build()) {
      CountDownLatch ran = new CountDownLatch(1);
      timer.schedule(ran::countDown, SOON.multipliedBy(10));
      broken.set(true);
      assertLogsAsOnThePage("Turning the wheels");
      ran.await();
    }
  }

  private record Session(int number) implements IdleTimeout.Listener {
    @Override
    public void idle(IdleTimeout idle) {}
  }

  @Test
  void idleTimeoutWhoseTimerIsStopped() throws Exception {
    try (WheelTimer timer = WheelTimer.builder().name("connections").build()) {
      IdleTimeout.start(timer, LONG, new Session(42));
      timer.stop();
      assertLogsAsOnThePage("is not watched any more");
    }
  }

  @Test
  void hookThatFails() throws Exception {
    Schedulers.onHandleError(
        "broken",
        (thread, failure) -> {
          throw new IllegalStateException("the hook is broken");
        });
    try (WheelTimer timer = WheelTimer.create()) {
      WheelScheduler.on(timer)
          .schedule(
              () -> {
                throw new IllegalStateException("on purpose");
              });
      assertLogsAsOnThePage("The hook of onHandleError failed");
    } finally {
      Schedulers.resetOnHandleError("broken");
    }
  }

  /** An operation whose callback throws. */
  private static final class Fetch extends DelayedOperation {
    Fetch(Duration most) {
      super(most);
    }

    @Override
    public boolean tryComplete() {
      return forceComplete();
    }

    @Override
    public void onComplete() {
      throw new IllegalStateException("the client is gone");
    }

    @Override
    public void onExpiration() {}

    @Override
    public String toString() {
      return "Fetch[topic-0]";
    }
  }

  @Test
  void callbackThatFails() throws Exception {
    try (WheelTimer timer = WheelTimer.create()) {
      Purgatory<String> purgatory = Purgatory.builder().name("fetch").timer(timer).build();
      purgatory.tryCompleteElseWatch(new Fetch(LONG), List.of("topic-0"));
      assertLogsAsOnThePage("A callback of an operation in purgatory");
      purgatory.close();
    }
    new Fetch(LONG).forceComplete();
    assertLogsAsOnThePage("A callback of an operation failed");
  }
}
