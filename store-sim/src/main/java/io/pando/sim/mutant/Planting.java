package io.pando.sim.mutant;

/**
 * One cut of one mutant.
 *
 * @param number by which the mutant is switched on
 */
record Planting(Mutant mutant, int number, Cut cut) {
  /** A reason why it cannot be. */
  MutantException refused(String why) {
    return new MutantException("mutant " + mutant + ": " + why);
  }
}
