package io.pando.sim.world;

/** A simulation failed. */
public final class SimFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  public SimFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
