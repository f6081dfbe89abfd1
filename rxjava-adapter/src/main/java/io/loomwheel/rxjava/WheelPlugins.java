package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.functions.Function;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Moves all default delays and timeouts of an application onto the wheel. All work stays on
 * RxJava's own threads:
 *
 * <pre>{@code
 * WheelPlugins.install(WheelTimer.shared());
 * }</pre>
 *
 * <p>Only the application should call this, where it starts: no library should, and Loomwheel never
 * does. From then on {@code Schedulers.computation()}, {@code io()}, {@code single()} and {@code
 * newThread()} each return a view that wraps the stock scheduler. Tasks without a delay go straight
 * to the stock scheduler, delayed and periodic tasks when they are due, those of one Worker in the
 * order of their deadlines. What is due on RxJava's own {@code computation()} or {@code single()}
 * goes there in batches: a thread that has run one task takes the next one that is due, and a
 * handler of {@code onSchedule} sees the batch. Whichever thread is free does so, as far as the
 * views know: they don't see what a stock Worker from before runs there. So the delayed tasks of a
 * Worker may move from one to another; they never overlap, and each happens-before the next. While
 * no such handler is set, the timer's own thread hands over what few timers have due together;
 * otherwise, from the next turn on, a thread of the timer's executor does. {@code
 * Schedulers.shutdown()} and {@code start()} reach both; {@code newThread()} has no shutdown. A
 * timer that is stopped, or at its limit, refuses every delay, with a {@code
 * RejectedExecutionException} to {@code RxJavaPlugins.onError}; a Worker whose delay it refuses or
 * drops ends.
 *
 * <p>RxJava asks for a default scheduler when an operator is assembled, so operators that were
 * assembled before keep the stock one. In one case it asks once for the life of the JVM: the delays
 * of every {@code Schedulers.from(executor)} wait on the {@code Schedulers.single()} of the moment
 * when the first of them is scheduled. To move those onto the wheel too, install before that; then
 * the timer has to live as long as the JVM, because uninstalling doesn't reach them. Installing
 * neither loads {@code Schedulers} nor starts a thread, so handlers of {@code
 * RxJavaPlugins.setInit…} may still be set afterwards.
 *
 * <p>RxJava starts its threads as they are needed, so some are started by the timer's thread, and
 * have its context class loader: of the shared timer that of Loomwheel, of any other that of the
 * thread that built it. It calls the {@code ThreadFactory} of a scheduler that {@code
 * RxJavaPlugins.createComputationScheduler} or {@code createSingleScheduler} has made.
 *
 * <p>A scheduler of another kind that an application has put in the place of a stock one, by a
 * handler of {@code RxJavaPlugins.setInit…}, gets each task or Worker that is due by itself, from a
 * thread of the timer's executor.
 *
 * <p>A handler of {@code RxJavaPlugins} that was set before is kept: it gets the view in place of
 * the stock scheduler, and RxJava uses the scheduler that it returns, such as a {@code
 * TestScheduler}. {@code RxJavaPlugins.reset()} uninstalls as well.
 *
 * <p>Thread-safe.
 */
public final class WheelPlugins {
  /** The handlers that return views: once all are in place. Written under the class's monitor. */
  private static volatile List<TimedHandler> installed = List.of();

  private WheelPlugins() {}

  /**
   * Moves the delays of RxJava's own schedulers onto a timer. A second call, with the same or
   * another timer, replaces the first.
   *
   * @param timer the timer that delays wait on
   * @throws IllegalStateException if {@code RxJavaPlugins.lockdown()} was called; nothing is
   *     changed then
   */
  public static synchronized void install(WheelTimer timer) {
    Objects.requireNonNull(timer, "timer is null");
    uninstall();
    List<TimedHandler> handlers =
        List.of(
            new TimedHandler(
                timer,
                RxJavaPlugins::getComputationSchedulerHandler,
                RxJavaPlugins::setComputationSchedulerHandler),
            new TimedHandler(
                timer, RxJavaPlugins::getIoSchedulerHandler, RxJavaPlugins::setIoSchedulerHandler),
            new TimedHandler(
                timer,
                RxJavaPlugins::getSingleSchedulerHandler,
                RxJavaPlugins::setSingleSchedulerHandler),
            new TimedHandler(
                timer,
                RxJavaPlugins::getNewThreadSchedulerHandler,
                RxJavaPlugins::setNewThreadSchedulerHandler));
    handlers.forEach(handler -> handler.setter.accept(handler));
    installed = handlers;
  }

  /**
   * Puts back the handlers that were there before. A handler that was set later stays, and gets the
   * stock scheduler from now on. Tasks that wait on the wheel still run. Does nothing if nothing is
   * installed.
   *
   * @throws IllegalStateException if {@code RxJavaPlugins.lockdown()} was called; nothing is
   *     changed then
   */
  public static synchronized void uninstall() {
    if (RxJavaPlugins.isLockdown()) {
      throw new IllegalStateException(
          "the handlers of RxJavaPlugins can't be changed after lockdown(); call WheelPlugins"
              + " before it");
    }
    List<TimedHandler> before = installed;
    installed = List.of();
    before.forEach(TimedHandler::uninstall);
  }

  /**
   * Returns a view on a wheel when RxJava asks for one of its schedulers; the same view each time.
   * Thread-safe; a call costs two volatile reads.
   */
  private static final class TimedHandler implements Function<Scheduler, Scheduler> {
    private final WheelTimer timer;
    private final Supplier<@Nullable Function<? super Scheduler, ? extends Scheduler>> getter;
    private final Consumer<@Nullable Function<? super Scheduler, ? extends Scheduler>> setter;
    private final @Nullable Function<? super Scheduler, ? extends Scheduler> before;

    /** The view returned last; replaced under this object's monitor if the scheduler changes. */
    private volatile @Nullable RxDelegatingScheduler view;

    TimedHandler(
        WheelTimer timer,
        Supplier<@Nullable Function<? super Scheduler, ? extends Scheduler>> getter,
        Consumer<@Nullable Function<? super Scheduler, ? extends Scheduler>> setter) {
      this.timer = timer;
      this.getter = getter;
      this.setter = setter;
      this.before = getter.get();
    }

    void uninstall() {
      if (getter.get() == this) {
        setter.accept(before);
      }
    }

    @Override
    public Scheduler apply(Scheduler stock) throws Throwable {
      Scheduler given = installed.contains(this) ? viewOf(stock) : stock;
      return before == null ? given : before.apply(given);
    }

    private RxDelegatingScheduler viewOf(Scheduler stock) {
      RxDelegatingScheduler last = view;
      return last != null && last.target == stock ? last : makeView(stock);
    }

    private synchronized RxDelegatingScheduler makeView(Scheduler stock) {
      RxDelegatingScheduler last = view;
      if (last == null || last.target != stock) {
        last = new RxDelegatingScheduler(timer, stock);
        view = last;
      }
      return last;
    }
  }
}
