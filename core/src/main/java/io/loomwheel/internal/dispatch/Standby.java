package io.loomwheel.internal.dispatch;

/** Platform threads that stand by the relays, because virtual threads may have to wait. */
interface Standby {
  /** How long after {@link #later} a look is taken. */
  long PERIOD_NANOS = 10_000_000;

  /** Takes no looks and rescues no tasks. */
  Standby NONE =
      new Standby() {
        @Override
        public void later(Runnable look) {}

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
   * Runs a look after {@link #PERIOD_NANOS}.
   *
   * @param look short, and throws nothing
   */
  void later(Runnable look);

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
