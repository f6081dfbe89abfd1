package io.loomwheel.loom.contract;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What {@link ScheduledExecutorService} and the interfaces above it promise in their javadoc, with
 * the policies of {@link java.util.concurrent.ScheduledThreadPoolExecutor}.
 *
 * <p>A subclass makes the executors, each able to run four tasks at once, and names what it does
 * otherwise. Only "early", "lost" and "twice" are exact; bounds on lateness are generous.
 */
abstract class ScheduledExecutorContract
    implements SubmissionContract,
        BulkContract,
        DelayContract,
        PeriodContract,
        CancellationContract,
        InterruptContract,
        ShutdownContract,
        ShutdownNowContract,
        TerminationContract,
        VisibilityContract,
        RaceContract,
        RetentionContract,
        BadInputContract {
  private final List<ScheduledExecutorService> made = new ArrayList<>();
  private ScheduledExecutorService executor;

  @BeforeEach
  final void makeTheExecutor() {
    executor = another();
  }

  /** With the defaults of the executor, which are part of the contract. */
  abstract ScheduledExecutorService create();

  abstract ScheduledExecutorService create(AfterShutdown policy);

  @Override
  public Set<Difference> differences() {
    return EnumSet.noneOf(Difference.class);
  }

  @Override
  public final ScheduledExecutorService executor() {
    return executor;
  }

  @Override
  public final ScheduledExecutorService another() {
    made.add(create());
    return made.getLast();
  }

  @Override
  public final ScheduledExecutorService another(AfterShutdown policy) {
    made.add(create(policy));
    return made.getLast();
  }

  /** Whatever a test did, its executors can be stopped, and end. */
  @AfterEach
  final void allTerminate() throws InterruptedException {
    for (ScheduledExecutorService executor : made) {
      executor.shutdownNow();
    }
    for (ScheduledExecutorService executor : made) {
      assertTerminates(executor);
    }
  }
}
