package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.functions.Function;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A place where RxJava keeps a handler of one of its own schedulers; null if none is set. */
record HandlerSlot(
    Supplier<@Nullable Function<? super Scheduler, ? extends Scheduler>> handler,
    Consumer<@Nullable Function<? super Scheduler, ? extends Scheduler>> setter) {}
