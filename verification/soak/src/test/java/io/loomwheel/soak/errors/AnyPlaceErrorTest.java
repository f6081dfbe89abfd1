package io.loomwheel.soak.errors;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.errorpoints.ErrorPoints;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.scheduler.Schedulers;

/**
 * An Error at each place of random operations, one after the other, on all that runs tasks later.
 */
class AnyPlaceErrorTest {
  private static final ErrorPoints POINTS = new ErrorPoints(Set.of(), List.of("io.loomwheel."));
  private static final int SEEDS = Boolean.getBoolean("loomwheel.thorough") ? 120 : 6;
  private final Thread thread = Thread.currentThread();

  @BeforeEach
  void keepsQuiet() {
    thread.setUncaughtExceptionHandler((any, error) -> {});
    Thread.setDefaultUncaughtExceptionHandler((any, error) -> {});
    Schedulers.onHandleError((any, error) -> {});
    RxJavaPlugins.setErrorHandler(error -> {});
  }

  @AfterEach
  void prints() {
    thread.setUncaughtExceptionHandler(null);
    Thread.setDefaultUncaughtExceptionHandler(null);
    Schedulers.resetOnHandleError();
    RxJavaPlugins.setErrorHandler(null);
  }

  /** But for those to which the driver hands over by itself: its stack doesn't end. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"REACTOR_PARALLEL", "RX_COMPUTATION"})
  void anyOperation_noStackAtAnyCall_losesNothing(Kind kind) throws Exception {
    failAtEach(kind, false, false, 2 * SEEDS);
  }

  @ParameterizedTest
  @EnumSource
  void anyOperation_noMemoryAtAnyPlace_losesNothing(Kind kind) throws Exception {
    failAtEach(kind, true, false, SEEDS);
  }

  @ParameterizedTest
  @EnumSource
  void anyOperation_noMemoryAtAnyPlaceOnARelay_losesNothing(Kind kind) throws Exception {
    failAtEach(kind, true, true, SEEDS);
  }

  private static void failAtEach(Kind kind, boolean ofMemory, boolean onRelay, int seeds)
      throws Exception {
    int places = 0;
    for (long seed = 0; seed < seeds; seed++) {
      places += POINTS.failAtEach(ErrorRun.class, kind.name(), ofMemory, onRelay, seed);
    }
    assertThat(places).isGreaterThan(4 * seeds);
  }
}
