package io.loomwheel.surface;

import io.loomwheel.rxjava4.WheelScheduler;
import java.util.List;

/** What is published of this adapter. */
public final class Modules {
  /** A type of it. */
  public static final List<Class<?>> ONE_OF_EACH = List.of(WheelScheduler.class);
}
