package io.loomwheel.soak.load;

import io.loomwheel.soak.submitter.SubmitterKind;
import java.util.List;

/**
 * What a wave is made of. Immutable.
 *
 * @param quota how many timers are asked for, at most
 * @param kinds of submitters, at least one; faults act on the first
 */
public record Load(int quota, List<SubmitterKind> kinds) {}
