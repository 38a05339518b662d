package io.pando.bench.repair;

import io.pando.bench.trial.Absence;

/** Invented outcomes, for tests. */
final class Samples {
  private Samples() {}

  static Outcome of(int objects, DiscoveryMethod way, int leaves, double stale, double millis) {
    int different = ChangeShare.of(stale, objects);
    return new Outcome(
        new Outcome.Round(
            new Outcome.Conditions(
                objects,
                4096,
                leaves,
                way,
                new ChangeShare(stale, 0, 0, false),
                new Outcome.Outage(Absence.KILLED, false)),
            different),
        new Outcome.Back(
            way.label(),
            new Outcome.Times(2 * millis, millis, millis, 2 * millis),
            new Outcome.Comparison(1, 24L * different, 0, different),
            new Outcome.Copies(different, different, 4096L * different)),
        new Outcome.Cost(new Outcome.StoreReads(objects, 4, 17, 70_000), 500, 1_000, 0));
  }
}
