package io.pando.sim.mutant;

import io.pando.sim.run.Profile;
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

  /** A planted bug that seeds of a profile find. */
  static Mutant of(Profile profile, String name, String mistake, long seed, Cut... cuts) {
    return new Mutant(name, mistake, profile.label(), seed, List.of(cuts));
  }

  /** A planted bug that seeds of the default profile find. */
  static Mutant of(String name, String mistake, long seed, Cut... cuts) {
    return of(Profile.DEFAULT, name, mistake, seed, cuts);
  }

  @Override
  public String toString() {
    return name;
  }
}
