package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** An executor with one thread and a long queue. */
final class Queues implements Fault {
  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());

  Queues() {
    pool.allowCoreThreadTimeOut(true); // so that none is left after the round
  }

  @Override
  public String name() {
    return "queues";
  }

  @Override
  public Executor executor(Executor under) {
    return pool;
  }
}
