package io.loomwheel.rxjava;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which threads Workers get of a scheduler that gives one after the other to whoever asks it. */
class SharedThreadsTest {
  private final WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
  private final List<ExecutorService> threads =
      List.of(Executors.newSingleThreadExecutor(), Executors.newSingleThreadExecutor());

  /** How often somebody has asked for a thread. */
  private int asked;

  /** Whether others ask too as the first Worker is made. */
  private boolean othersAsk;

  private final Scheduler target =
      new Scheduler() {
        @Override
        public Disposable scheduleDirect(Runnable task) {
          next().execute(task);
          return Disposable.empty();
        }

        @Override
        public Worker createWorker() {
          ExecutorService thread = next();
          asked += othersAsk ? 1 : 0;
          othersAsk = false;
          return new Worker() {
            @Override
            public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
              thread.execute(task);
              return Disposable.empty();
            }

            @Override
            public void dispose() {}

            @Override
            public boolean isDisposed() {
              return false;
            }
          };
        }
      };

  private final WheelScheduler scheduler =
      WheelScheduler.delegating(timer, target, true, threads.size());

  @AfterEach
  void end() {
    threads.forEach(ExecutorService::shutdownNow);
  }

  private synchronized ExecutorService next() {
    return threads.get(asked++ % threads.size());
  }

  /** {@return the thread of a new Worker, for what has no delay} */
  private Thread threadOfAWorker() throws Exception {
    CompletableFuture<Thread> ranOn = new CompletableFuture<>();
    scheduler.createWorker().schedule(() -> ranOn.complete(Thread.currentThread()));
    return ranOn.get();
  }

  @Test
  void threadThatOthersTookInBetween_isFoundOnceAWorkerRunsOnTheSame() throws Exception {
    othersAsk = true;
    Thread first = threadOfAWorker();
    assertThat(threadOfAWorker()).as("of the second, by chance").isSameAs(first);
    assertThat(List.of(threadOfAWorker(), threadOfAWorker())).doesNotHaveDuplicates();
    assertThat(List.of(threadOfAWorker(), threadOfAWorker())).doesNotHaveDuplicates();
  }
}
