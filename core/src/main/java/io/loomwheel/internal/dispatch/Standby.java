package io.loomwheel.internal.dispatch;

/** Platform threads that stand by the relays, because virtual threads may have to wait. */
interface Standby {
  /** Between two looks at a relay whose reliefs are on their way. */
  long PERIOD_NANOS = 10_000_000;

  /**
   * From a look that found a relay at rest to the next. Longer, because each wakes a thread, which
   * costs more than what a relay runs in between if that is little.
   */
  long REST_NANOS = 4 * PERIOD_NANOS;

  /** Takes no looks and rescues no tasks. */
  Standby NONE =
      new Standby() {
        @Override
        public void later(Runnable look, long nanos) {}

        @Override
        public void rescue(Runnable rescuer) {}

        @Override
        public void warn() {}

        @Override
        public long nanoTime() {
          return 0;
        }
      };

  /**
   * Runs a look later.
   *
   * @param look short, and throws nothing
   * @param nanos from now
   */
  void later(Runnable look, long nanos);

  /**
   * Runs a rescuer at once, on a thread that it may keep.
   *
   * @param rescuer throws nothing
   */
  void rescue(Runnable rescuer);

  /** Logs that tasks are rescued; rate-limited. Never waits for the log. */
  void warn();

  /** {@return the time by which looks are taken, in nanoseconds} */
  long nanoTime();
}
