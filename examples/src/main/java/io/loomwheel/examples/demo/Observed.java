package io.loomwheel.examples.demo;

import java.time.Duration;

/**
 * What a run came to.
 *
 * @param answered requests with an answer in the end
 * @param timedOut requests given up after their last attempt
 * @param failed requests that ended in any other error
 * @param timeouts attempts that timed out and that the backend had left hanging
 * @param unforeseen attempts that timed out although the backend was to answer
 * @param retried attempts after the first
 * @param early timeouts signalled before their time
 * @param lost requests without an outcome at the end
 * @param firedTwice requests with a second outcome, and attempts with a second timeout
 * @param lateness of the timeouts after their deadlines
 * @param wall how long the run took
 * @param cpu what all threads of the process, client and backend together, used of the processors
 */
record Observed(
    int answered,
    int timedOut,
    int failed,
    int timeouts,
    int unforeseen,
    int retried,
    int early,
    int lost,
    int firedTwice,
    Lateness lateness,
    Duration wall,
    Duration cpu) {}
