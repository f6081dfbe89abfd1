package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** The samples of docs/guide/when-not.md, from the wheel to an engine that lasts. */
class WhenNotPageTest {
  private static final String TABLE =
      """
      create table scheduled_tasks (
        task_name varchar(100), task_instance varchar(100), task_data varbinary(1000),
        execution_time timestamp with time zone, picked boolean, picked_by varchar(50),
        last_success timestamp with time zone, last_failure timestamp with time zone,
        consecutive_failures int, last_heartbeat timestamp with time zone,
        version bigint, priority smallint, primary key (task_name, task_instance))
      """;

  private record Reminder(String id, Instant due, Consumer<String> mail) implements TimerTask {
    @Override
    public void run(Timeout timeout) {
      mail.accept(id);
    }
  }

  private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();

  @Test
  void whatTheWheelReturns_isSentByTheEngine() throws Exception {
    DataSource database = database();
    WheelTimer timer = WheelTimer.create();
    Instant due = Instant.now();
    timer.newTimeout(new Reminder("soon", due, sent::add), 1, TimeUnit.MILLISECONDS);
    timer.newTimeout(new Reminder("later", due.plusMillis(50), sent::add), 1, TimeUnit.DAYS);
    assertThat(sent.poll(30, TimeUnit.SECONDS)).isEqualTo("soon");

    OneTimeTask<Void> remind =
        Tasks.oneTime("remind").execute((reminder, context) -> sent.add(reminder.getId()));
    Scheduler durable =
        Scheduler.create(database, remind).pollingInterval(Duration.ofMillis(20)).build();
    for (Timeout left : timer.stop()) {
      if (left.task() instanceof Reminder reminder) {
        durable.scheduleIfNotExists(remind.instance(reminder.id()), reminder.due());
      }
    }
    durable.start();
    try {
      assertThat(sent.poll(30, TimeUnit.SECONDS)).isEqualTo("later");
    } finally {
      durable.stop();
    }
    assertThat(sent).isEmpty();
  }

  private static DataSource database() throws SQLException {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:reminders;DB_CLOSE_DELAY=-1");
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
    }
    return database;
  }
}
