package io.pando.sim.mutant.surgery;

/**
 * One cut of one mutant.
 *
 * @param number number by which the mutant is activated
 */
public record Planting(Mutant mutant, int number, Cut cut) {
  /** The exception for a cut that cannot be planted. */
  public MutantException refused(String why) {
    return new MutantException("mutant " + mutant + ": " + why);
  }
}
