package io.loomwheel.internal.drive;

/**
 * What an engine has done so far.
 *
 * @param armed nodes linked, those armed again included
 * @param fired nodes handed to dispatch after their deadline
 * @param undelayed nodes handed to dispatch at once
 * @param cancelled nodes cancelled while armed
 * @param rescheduled new deadlines given
 * @param wakeUps times that the driver has looked for work
 * @param lateP50Nanos half of those fired in the last one to two minutes were handed on at most
 *     this much late
 * @param lateP99Nanos 99 of 100 of them were handed on at most this much late
 * @param lateMaxNanos none of them was handed on later
 */
public record EngineStats(
    long armed,
    long fired,
    long undelayed,
    long cancelled,
    long rescheduled,
    long wakeUps,
    long lateP50Nanos,
    long lateP99Nanos,
    long lateMaxNanos) {}
