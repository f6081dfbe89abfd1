package io.loomwheel.examples.integrations;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;

/** A pool of JDBC connections, whose lifetimes, keepalives and leaks are timed by a wheel. */
public final class HikariPool {
  /** {@return a pool that reports a connection which is out for longer than 2 seconds} */
  static HikariDataSource pool(String url, Duration maxLifetime, ScheduledExecutorService wheel) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(2);
    config.setMaxLifetime(maxLifetime.toMillis());
    config.setKeepaliveTime(0); // H2 in memory needs none
    config.setLeakDetectionThreshold(Duration.ofSeconds(2).toMillis());
    config.setScheduledExecutor(wheel);
    return new HikariDataSource(config);
  }

  /** {@return what the database says to a query} */
  static int query(HikariDataSource pool, String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  /** Asks a database in memory a thousand times; each time a leak is timed, and called off. */
  public static void main(String[] args) throws SQLException {
    try (WheelTimer timer = WheelTimer.create();
        WheelExecutorService wheel = WheelExecutorService.on(timer)) {
      try (HikariDataSource pool = pool("jdbc:h2:mem:sample", Duration.ofMinutes(30), wheel)) {
        int sum = 0;
        for (int i = 0; i < 1000; i++) {
          sum += query(pool, "select 1");
        }
        System.out.println(sum + " answers");
      }
      System.out.println(timer.stats());
    }
  }
}
