package io.pando.sim.run;

import java.util.List;
import java.util.SortedMap;

/**
 * How the run of a seed went.
 *
 * @param plan what the seed had drawn, in a line
 * @param operations of clients
 * @param told of those, how many ended in a known way
 * @param troubles how many there were of each kind
 * @param probes how often each probe was reached; empty unless {@code pando.probes} is set
 * @param traceHash the same for the same seed and profile, on any machine
 * @param trace the last events, oldest first
 */
public record Outcome(
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
