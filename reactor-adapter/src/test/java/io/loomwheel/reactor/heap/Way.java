package io.loomwheel.reactor.heap;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** How an application comes by a timeout that it soon has no need of. */
enum Way {
  FLUX_TIMEOUT {
    @Override
    Disposable arm(Scheduler scheduler, Scheduler.Worker worker) {
      return Flux.never().timeout(DAY, scheduler).subscribe();
    }
  },
  MONO_TIMEOUT {
    @Override
    Disposable arm(Scheduler scheduler, Scheduler.Worker worker) {
      return Mono.never().timeout(DAY, scheduler).subscribe();
    }
  },
  MONO_DELAY {
    @Override
    Disposable arm(Scheduler scheduler, Scheduler.Worker worker) {
      return Mono.delay(DAY, scheduler).subscribe();
    }
  },
  WORKER {
    @Override
    Disposable arm(Scheduler scheduler, Scheduler.Worker worker) {
      return worker.schedule(() -> {}, 1, TimeUnit.DAYS);
    }
  },
  WORKER_OF_ITS_OWN {
    @Override
    Disposable arm(Scheduler scheduler, Scheduler.Worker worker) {
      return Flux.interval(DAY, scheduler).subscribe();
    }
  };

  private static final Duration DAY = Duration.ofDays(1);

  /** {@return what ends the timeout that this arms} */
  abstract Disposable arm(Scheduler scheduler, Scheduler.Worker worker);
}
