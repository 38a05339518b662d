package io.pando.sim.workload;

import io.pando.random.Random64;

/**
 * Chooses objects by name.
 *
 * @param prefix prefix of the names
 * @param count number of names
 * @param skewed whether a few of them are chosen most of the time
 */
public record ObjectChoice(String prefix, int count, boolean skewed) {
  /** One of the names. */
  public String draw(Random64 random) {
    int first = random.nextInt(count);
    int chosen =
        skewed ? Math.min(first, Math.min(random.nextInt(count), random.nextInt(count))) : first;
    return prefix + chosen;
  }
}
