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
 */
public record RunOutcome(
    long seed,
    Profile profile,
    String plan,
    List<Violation> violations,
    Figures figures,
    Traced traced) {

  /**
   * What happened in a run, in figures.
   *
   * @param troubles number of troubles of each kind
   * @param probes how often each probe was reached; empty unless {@code pando.probes} is set
   */
  public record Figures(
      Extent extent, SortedMap<Trouble, Integer> troubles, SortedMap<String, Integer> probes) {}

  /**
   * How much happened.
   *
   * @param operations number of clients' operations
   * @param told number of these operations with a known outcome
   */
  public record Extent(long operations, long told, double virtualSeconds, long events) {
    static final Extent NOTHING = new Extent(0, 0, 0, 0);

    /** The sum of both. */
    Extent plus(Extent other) {
      return new Extent(
          operations + other.operations,
          told + other.told,
          virtualSeconds + other.virtualSeconds,
          events + other.events);
    }
  }

  /**
   * What the trace of a run tells.
   *
   * @param hash hash of the trace, the same for the same seed and profile on any machine
   * @param last the last events, oldest first
   */
  public record Traced(long hash, List<String> last) {}
}
