package io.pando.sim.mutant;

import io.pando.sim.plan.Profile;
import io.pando.sim.run.SeedRun;
import io.pando.sim.run.TraceView;
import java.util.List;
import java.util.Locale;

/** Runs a seed for a laboratory: the only class inside it that is called by name from outside. */
public final class LaboratoryEntry {
  /** More steps than sound runs take, so that an endless mutated run is soon detected. */
  private static final long MOST_STEPS = 1_000_000;

  private LaboratoryEntry() {}

  /**
   * Violations in the run of a seed.
   *
   * @param profile label of the profile
   */
  public static List<String> violations(long seed, String profile) {
    Profile chosen = Profile.valueOf(profile.toUpperCase(Locale.ROOT));
    return SeedRun.of(seed, chosen, TraceView.last(0), MOST_STEPS).violations().stream()
        .map(violation -> violation.kind() + ": " + violation.account())
        .toList();
  }
}
