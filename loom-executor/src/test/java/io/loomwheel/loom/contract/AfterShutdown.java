package io.loomwheel.loom.contract;

/** The two policies of {@link java.util.concurrent.ScheduledThreadPoolExecutor}. */
record AfterShutdown(boolean executeDelayed, boolean continuePeriodic) {}
