package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.functions.Function;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A place where RxJava keeps a handler of one of its own schedulers.
 *
 * @param threads how many threads the scheduler has for all tasks; 0 if it starts one for each
 * @param handler returns the handler that is set
 * @param setter sets a handler, or null
 */
record HandlerSlot(
    int threads,
    Supplier<@Nullable Function<? super Scheduler, ? extends Scheduler>> handler,
    Consumer<@Nullable Function<? super Scheduler, ? extends Scheduler>> setter) {
  /** {@return how many threads RxJava's computation has: its setting can only lower them} */
  static int computationThreads(int processors, int setting) {
    return setting <= 0 ? processors : Math.min(processors, setting);
  }
}
