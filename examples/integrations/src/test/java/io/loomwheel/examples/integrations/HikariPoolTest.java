package io.loomwheel.examples.integrations;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariDataSource;
import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.testing.ManualClock;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** HikariCP's housekeeping on a wheel that is turned by hand, and on one that turns. */
class HikariPoolTest {
  private static final String URL = "jdbc:h2:mem:hikari";

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelExecutorService wheel = WheelExecutorService.on(timer);
  private final HikariDataSource pool = HikariPool.pool(URL, Duration.ofSeconds(30), wheel);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger hikari = (Logger) LoggerFactory.getLogger("com.zaxxer.hikari");

  @BeforeEach
  void listen() {
    log.start();
    hikari.addAppender(log);
  }

  @AfterEach
  void tidy() {
    hikari.detachAppender(log);
    pool.close();
    wheel.close();
    timer.close();
  }

  private boolean told(String words) {
    return log.list.stream()
        .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
        .anyMatch(line -> line.getFormattedMessage().contains(words));
  }

  @Test
  void connectionNotGivenBack_isReportedByTheWheelAndNotEarly() throws Exception {
    try (Connection leaked = pool.getConnection()) {
      clock.advance(Duration.ofSeconds(2).minusNanos(1));
      assertThat(told("leak detection")).isFalse();
      clock.advance(Duration.ofMillis(2)); // a tick, and a bit
      assertThat(told("leak detection")).isTrue();
      assertThat(leaked.isClosed()).isFalse();
    }
  }

  @Test
  void connectionGivenBack_callsTheReportOff() throws Exception {
    long pending = timer.pendingTimeouts();
    for (int i = 0; i < 100; i++) {
      assertThat(HikariPool.query(pool, "select 1")).isEqualTo(1);
    }
    assertThat(timer.stats().cancelled()).isGreaterThanOrEqualTo(100);
    assertThat(timer.pendingTimeouts()).isBetween(pending, pending + 1); // one more connection
    clock.advance(Duration.ofSeconds(3));
    assertThat(told("leak detection")).isFalse();
  }

  @Test
  void connectionAtTheEndOfItsLifetime_isReplaced() throws Exception {
    String first;
    try (Connection connection = pool.getConnection()) {
      first = connection.unwrap(org.h2.jdbc.JdbcConnection.class).toString();
    }
    clock.advance(Duration.ofSeconds(30));
    try (Connection connection = pool.getConnection()) {
      assertThat(connection.unwrap(org.h2.jdbc.JdbcConnection.class).toString())
          .isNotEqualTo(first);
    }
  }

  @Test
  void close_leavesTheExecutorRunningAndNothingOnTheWheel() throws Exception {
    HikariPool.query(pool, "select 1");
    pool.close();
    assertThat(wheel.isShutdown()).isFalse();
    Bounded.eventually(() -> timer.pendingTimeouts() == 0);
  }

  /** The housekeeper looks at the system's clock, which has not moved. */
  @Test
  void clockMovedByAPeriodOfTheHousekeeper_looksLikeAClockThatWasSetBack() {
    clock.advance(Duration.ofSeconds(31));
    assertThat(told("Retrograde clock change")).isTrue();
  }
}
