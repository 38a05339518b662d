package io.pando.sim.mutant.surgery;

import io.pando.sim.plan.Profile;
import java.util.List;

/**
 * A planted bug: a plausible mistake, and the change of byte code that makes it.
 *
 * @param name for people, lower case with hyphens
 * @param mistake one sentence on the error of the mutated code
 * @param profile profile of the runs that must detect it
 * @param seed a seed that detects it, tried first
 * @param cuts the changes of code
 */
public record Mutant(String name, String mistake, String profile, long seed, List<Cut> cuts) {
  public Mutant {
    if (cuts.isEmpty()) {
      throw new IllegalArgumentException("mutant " + name + " changes nothing");
    }
    cuts = List.copyOf(cuts);
  }

  /** A planted bug that seeds of a profile find. */
  public static Mutant of(Profile profile, String name, String mistake, long seed, Cut... cuts) {
    return new Mutant(name, mistake, profile.label(), seed, List.of(cuts));
  }

  /** A planted bug that seeds of the default profile find. */
  public static Mutant of(String name, String mistake, long seed, Cut... cuts) {
    return of(Profile.DEFAULT, name, mistake, seed, cuts);
  }

  @Override
  public String toString() {
    return name;
  }
}
