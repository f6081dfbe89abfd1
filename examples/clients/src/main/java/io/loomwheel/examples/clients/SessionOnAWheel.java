package io.loomwheel.examples.clients;

import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.context.DefaultNettyOptions;
import com.datastax.oss.driver.internal.core.context.NettyOptions;
import io.netty.util.Timer;

/** A builder of Cassandra's sessions whose requests are timed by another timer. */
final class SessionOnAWheel extends CqlSessionBuilder {
  private final Timer timer;

  SessionOnAWheel(Timer timer) {
    this.timer = timer;
  }

  @Override
  protected DriverContext buildContext(DriverConfigLoader config, ProgrammaticArguments arguments) {
    return new DefaultDriverContext(config, arguments) {
      @Override
      protected NettyOptions buildNettyOptions() {
        return new DefaultNettyOptions(this) {
          @Override
          public Timer getTimer() {
            return timer;
          }
        };
      }
    };
  }
}
