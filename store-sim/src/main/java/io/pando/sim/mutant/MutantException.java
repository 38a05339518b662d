package io.pando.sim.mutant;

/** A mutant cannot be planted: what it changes is not there, is there several times, or differs. */
public final class MutantException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MutantException(String message) {
    super(message);
  }

  MutantException(String message, Throwable cause) {
    super(message, cause);
  }
}
