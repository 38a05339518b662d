package io.pando.sim.run;

import io.pando.sim.audit.Violation;
import io.pando.sim.plan.Profile;
import io.pando.sim.plan.Trouble;
import java.util.List;
import java.util.SortedMap;

/**
 * Result of a seed's run.
 *
 * @param plan the plan that the seed drew, in one line
 * @param operations number of clients' operations
 * @param told number of these operations with a known outcome
 * @param troubles number of troubles of each kind
 * @param probes how often each probe was reached; empty unless {@code pando.probes} is set
 * @param traceHash hash of the trace, the same for the same seed and profile on any machine
 * @param trace the last events, oldest first
 */
public record RunOutcome(
    long seed,
    Profile profile,
    String plan,
    List<Violation> violations,
    long operations,
    long told,
    SortedMap<Trouble, Integer> troubles,
    SortedMap<String, Integer> probes,
    double virtualSeconds,
    long events,
    long traceHash,
    List<String> trace) {}
