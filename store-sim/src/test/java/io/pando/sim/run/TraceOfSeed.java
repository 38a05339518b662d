package io.pando.sim.run;

import io.pando.sim.plan.Profile;

/** A program that runs a seed and reports its outcome, for {@link SameTraceTest}. */
final class TraceOfSeed {
  private TraceOfSeed() {}

  static String account(long seed) {
    RunOutcome outcome = SeedRun.of(seed, Profile.QUICK, TraceView.last(0));
    return "%d events, %d operations, hash %016x"
        .formatted(
            outcome.figures().extent().events(),
            outcome.figures().extent().operations(),
            outcome.traced().hash());
  }

  public static void main(String[] args) {
    System.out.println(account(Long.parseLong(args[0])));
  }
}
