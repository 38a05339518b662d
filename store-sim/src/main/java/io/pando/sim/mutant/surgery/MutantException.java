package io.pando.sim.mutant.surgery;

/**
 * A mutant cannot be planted: the code that it changes does not exist, is not unique, or differs.
 */
public final class MutantException extends RuntimeException {
  public MutantException(String message) {
    super(message);
  }

  public MutantException(String message, Throwable cause) {
    super(message, cause);
  }
}
