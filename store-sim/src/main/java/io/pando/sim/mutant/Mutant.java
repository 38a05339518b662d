package io.pando.sim.mutant;

import java.util.List;

/**
 * A planted bug: a mistake that somebody could make, and the change of byte code that makes it.
 *
 * @param name for people, lower case with hyphens
 * @param mistake one sentence that says what the mutated code does wrong
 * @param profile of the runs that must find it
 * @param seed one that notices it, where to look first
 * @param cuts where the code is changed
 */
public record Mutant(String name, String mistake, String profile, long seed, List<Cut> cuts) {
  public Mutant {
    if (cuts.isEmpty()) {
      throw new IllegalArgumentException("mutant " + name + " changes nothing");
    }
    cuts = List.copyOf(cuts);
  }

  @Override
  public String toString() {
    return name;
  }
}
